import { foldText } from '#contract/fold-text.ts';
import type { Note } from '#contract/schemas/notes.ts';
import { formatPosition, getNotePosition } from '../videos/video-position.ts';
import type { NoteEdit } from './note-drafts.ts';
import type { PendingNote } from './pending-notes.ts';

/** `isRemoved`: the note has been removed, and the user is still editing it here. */
export type ListedNote = { note: Note; isRemoved: boolean };

/** Returns the notes, newest first. A removed note with an unsaved edit stays in its place. @param notes oldest first. */
export const listNotes = (
  notes: readonly Note[],
  edits: Readonly<Record<string, NoteEdit>>,
): ListedNote[] => {
  const ids = new Set(notes.map(({ _id }) => _id));
  const removed = Object.values(edits)
    .filter(({ note }) => !ids.has(note._id))
    .map(({ note }) => ({ note, isRemoved: true }));
  const listed = [...notes.map((note) => ({ note, isRemoved: false })), ...removed];
  if (removed.length > 0) listed.sort((a, b) => Date.parse(a.note.takenAt) - Date.parse(b.note.takenAt));
  return listed.reverse();
};

/** The largest expected difference between the clocks of the server and this device. */
const clockToleranceMs = 5 * 60_000;

/**
 * Returns the refused notes, and the pending notes that are not in the list yet. The live update of a note may arrive before
 * the answer to its action. So a listed note with the same enrolment, text and video position counts as the pending note, unless it was
 * taken more than `clockToleranceMs` before the pending note was written.
 */
export const omitListed = (pending: readonly PendingNote[], notes: readonly Note[]): readonly PendingNote[] =>
  pending.filter(
    ({ problem, text, enrolmentId, position, writtenAt }) =>
      problem !== null ||
      !notes.some(
        (note) =>
          note.notes === text &&
          note.enrolmentId === enrolmentId &&
          note.module === (position?.module ?? null) &&
          note.second === (position?.second ?? null) &&
          Date.parse(note.takenAt) > Date.parse(writtenAt) - clockToleranceMs,
      ),
  );

/** Folding ten thousand notes takes a long time, so the result is cached for as long as the note object exists. */
const searchTexts = new WeakMap<Note, string>();

const getSearchText = (note: Note): string => {
  const cached = searchTexts.get(note);
  if (cached !== undefined) return cached;
  const position = getNotePosition(note);
  const text = foldText(
    [note.notes, note.courseName, note.courseCode, position ? formatPosition(position) : ''].join('\n'),
  );
  searchTexts.set(note, text);
  return text;
};

/** Returns whether every word occurs in the note, its course or its position. @param words the search words, already folded. */
export const matchesSearch = (note: Note, words: readonly string[]): boolean => {
  const text = getSearchText(note);
  return words.every((word) => text.includes(word));
};

type CourseWithNotes = { catalogueId: string; courseName: string; courseCode: string; count: number };

/** Returns the courses that have notes, sorted by name, with the number of notes in each. */
export const listCoursesWithNotes = (notes: readonly Note[]): CourseWithNotes[] => {
  const courses = new Map<string, CourseWithNotes>();
  for (const { catalogueId, courseName, courseCode } of notes)
    courses.set(catalogueId, {
      catalogueId,
      courseName,
      courseCode,
      count: (courses.get(catalogueId)?.count ?? 0) + 1,
    });
  return [...courses.values()].sort((a, b) => a.courseName.localeCompare(b.courseName, 'en'));
};
