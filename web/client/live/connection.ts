import { atom } from 'jotai';

/** `starting`: the first connection is under way. `live`: what is shown follows the log. `reconnecting`: the line is lost, tried again. `offline`: the device has none. `past`: what is shown was, and does not change. */
export type Connection = 'starting' | 'live' | 'reconnecting' | 'offline' | 'past';

export const connectionAtom = atom<Connection>('starting');
