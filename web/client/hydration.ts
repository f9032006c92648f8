import { atom } from 'jotai';

/**
 * False while the server renders a page, and while the client takes it over: server and client must render the same page, so nothing
 * may depend on the device, the session or the time zone. Afterwards it is true, and the page becomes the user's.
 */
export const isHydratedAtom = atom(true);
