import type { Note } from '#contract/notes.ts';
import { folded } from '../../ui/text/fold.ts';
import { placeName, placeOf } from './place.ts';
import type { NoteEdit } from './unsaved.ts';
import type { UnsentNote } from './unsent.ts';

/** A note as lists show it; `gone`: it was removed elsewhere while its text is still being changed here. */
export type ListedNote = { note: Note; gone: boolean };

/** The notes, the newest first, and those that were removed under somebody who is changing them: at their old places. */
export const listedNotes = (
  notes: readonly Note[],
  edits: Readonly<Record<string, NoteEdit>>,
): ListedNote[] => {
  const present = new Set(notes.map(({ _id }) => _id));
  const gone = Object.values(edits)
    .filter(({ note }) => !present.has(note._id))
    .map(({ note }) => ({ note, gone: true }));
  const listed = [...notes.map((note) => ({ note, gone: false })), ...gone];
  if (gone.length > 0) listed.sort((a, b) => Date.parse(a.note.takenAt) - Date.parse(b.note.takenAt));
  return listed.reverse();
};

/** How far the clocks of server and device may be apart, in milliseconds. */
const clockMs = 5 * 60_000;

/**
 * The notes on their way that the list does not hold yet. A note is told to its own tab too, now and then before its answer
 * comes: then the same words at the same place are the same note.
 */
export const notYetListed = (unsent: readonly UnsentNote[], notes: readonly Note[]): readonly UnsentNote[] =>
  unsent.filter(
    ({ problem, text, enrolmentId, place, writtenAt }) =>
      problem !== null ||
      !notes.some(
        (note) =>
          note.notes === text &&
          note.enrolmentId === enrolmentId &&
          note.module === (place?.module ?? null) &&
          note.second === (place?.second ?? null) &&
          Date.parse(note.takenAt) > Date.parse(writtenAt) - clockMs,
      ),
  );

const foldedNotes = new WeakMap<Note, string>();

/** Everything of a note that can be searched for, folded once for as long as the note is the same. */
const textOf = (note: Note): string => {
  const known = foldedNotes.get(note);
  if (known !== undefined) return known;
  const place = placeOf(note);
  const text = folded(
    [note.notes, note.courseName, note.courseCode, place ? placeName(place) : ''].join('\n'),
  );
  foldedNotes.set(note, text);
  return text;
};

/** Whether every word occurs somewhere in the note or its course. @param words folded. */
export const matches = (note: Note, words: readonly string[]): boolean => {
  const text = textOf(note);
  return words.every((word) => text.includes(word));
};

/** A course of which there are notes, and how many. */
export type NotedCourse = { catalogueId: string; courseName: string; courseCode: string; count: number };

/** The courses of the notes by their names. */
export const coursesOf = (notes: readonly Note[]): NotedCourse[] => {
  const courses = new Map<string, NotedCourse>();
  for (const { catalogueId, courseName, courseCode } of notes)
    courses.set(catalogueId, {
      ...{ catalogueId, courseName, courseCode },
      count: (courses.get(catalogueId)?.count ?? 0) + 1,
    });
  return [...courses.values()].sort((a, b) => a.courseName.localeCompare(b.courseName, 'en'));
};
