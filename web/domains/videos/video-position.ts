import type { Note } from '#contract/schemas/notes.ts';
import { formatClockTime } from './video-time.ts';

/** A position in the videos of a course: the module (1 to 5), and the second in the module's video. */
export type VideoPosition = { module: number; second: number };

/** Formats a position: 'Module 3 · 1:24'. */
export const formatPosition = ({ module, second }: VideoPosition): string =>
  `Module ${module} · ${formatClockTime(second)}`;

/** Returns the position at which a note was taken, or null if it has none. */
export const getNotePosition = ({ module, second }: Pick<Note, 'module' | 'second'>): VideoPosition | null =>
  module === null ? null : { module, second: second ?? 0 };
