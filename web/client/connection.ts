import { atom } from 'jotai';

/**
 * The state of the live connection, as the user sees it. `client/live/socket.ts` sets it, or `app/live/start-live-connection.ts` while the code of
 * the connection cannot be loaded. In an as-of view, `app/main.tsx` sets it.
 *
 *   starting      the first connection is being opened  → live, reconnecting, offline
 *   live          live updates arrive                   → reconnecting, offline
 *   reconnecting  no connection; the client retries     → live, offline
 *   offline       the browser reports no network        → reconnecting, live
 *   past          an as-of view: there is no connection, and the state never changes
 */
export type Connection = 'starting' | 'live' | 'reconnecting' | 'offline' | 'past';

export const connectionAtom = atom<Connection>('starting');
