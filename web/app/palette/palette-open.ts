import { atom } from 'jotai';

/** Whether the palette (search for courses, pages, people and more) is open. */
export const isPaletteOpenAtom = atom(false);
