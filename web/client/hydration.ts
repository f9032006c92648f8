import { atom } from 'jotai';

/**
 * False while the page is rendered by the server, and while the client takes over such a page: both must render the same page, so nothing
 * may depend on the device, the session or the time zone. Afterwards it is true, so that the page becomes that of the user.
 */
export const isHydratedAtom = atom(true);
