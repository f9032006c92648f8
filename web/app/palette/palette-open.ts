import { atom } from 'jotai';

/** Whether the search over courses and pages is open. */
export const paletteOpenAtom = atom(false);
