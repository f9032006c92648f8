import { atom } from 'jotai';

/** `starting`: the first connection is under way. `live`: what is shown follows the log. `reconnecting`: the line is lost, tried again. `offline`: the device has none. */
export type Connection = 'starting' | 'live' | 'reconnecting' | 'offline';

export const connectionAtom = atom<Connection>('starting');
