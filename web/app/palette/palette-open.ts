import { atom } from 'jotai';

/** Whether the palette (search for courses and pages) is open. */
export const paletteOpenAtom = atom(false);
