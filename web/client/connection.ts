import { atom } from 'jotai';

/**
 * The state of the live connection, as the user sees it.
 *
 *   starting      the first connection is being opened  → live, reconnecting, offline
 *   live          live updates arrive                   → reconnecting, offline
 *   reconnecting  no connection; the client retries     → live, offline
 *   offline       the browser reports no network        → reconnecting, live
 *   past          an as-of view: there is no connection, and the state never changes
 */
export type Connection = 'starting' | 'live' | 'reconnecting' | 'offline' | 'past';

export const connectionAtom = atom<Connection>('starting');
