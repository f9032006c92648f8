import type { Note } from '#contract/notes.ts';
import { paths } from '../../client/paths.ts';

/** Where a note was taken: module 1 to 5, and the second in its video. */
export type NotePlace = { module: number; second: number };

const two = (number: number) => String(number).padStart(2, '0');

/** Seconds as a player shows them: `1:24`, `1:02:03`. */
export const timeOf = (seconds: number): string => {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
};

/** 'Module 3 · 1:24' */
export const placeName = ({ module, second }: NotePlace): string => `Module ${module} · ${timeOf(second)}`;

/** The place of a note, or null for one that was taken outside of a lesson. */
export const placeOf = ({ module, second }: Pick<Note, 'module' | 'second'>): NotePlace | null =>
  module === null ? null : { module, second: second ?? 0 };

/** The learn page at that place. */
export const placeAddress = (enrolmentId: string, { module, second }: NotePlace): string =>
  `${paths.learnCourse(enrolmentId)}?${new URLSearchParams({ module: String(module), second: String(second) })}`;
