import type { Note } from '#contract/schemas/notes.ts';

/** Returns a note that was taken in the given minute. */
export const testNote = (id: string, minute: number, changes: Partial<Note> = {}): Note => ({
  _id: id,
  notes: `Note ${id}`,
  courseId: 'enrolment-1',
  enrolmentId: 'enrolment-1',
  catalogueId: 'counting',
  courseName: 'Counting',
  courseCode: 'CSE',
  courseImageUrl: '/a.svg',
  module: 3,
  second: 84,
  takenAt: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
  userEmail: 'sam@example.org',
  editedAt: null,
  ...changes,
});
