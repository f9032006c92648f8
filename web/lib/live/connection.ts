import { atom } from 'jotai';

/** `live`: what is shown follows the log. `reconnecting`: the line is lost, tried again. `offline`: the device has none. */
export type Connection = 'live' | 'reconnecting' | 'offline';

export const connectionAtom = atom<Connection>('reconnecting');
