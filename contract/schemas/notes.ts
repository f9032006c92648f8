import { z } from 'zod/mini';
import { courseIdField } from '../fields/course-id.ts';
import { claimedEmail, ignoredText } from '../fields/redundant-fields.ts';
import { requiredText, shownLine, tolerantNumber, tolerantWholeNumber } from '../fields/text.ts';
import { modulesPerCourse } from './enrolments.ts';

/** The maximum length of a note, in UTF-16 code units. */
export const maxNoteLength = 10_000;
/** The maximum number of notes, and of characters in total, of one student. They bound the list of notes, which has no pages. */
export const noteLimits = { count: 10_000, characters: 10_000_000 } as const;

const dayInSeconds = 86_400;

/**
 * Body of POST /notes; `courseId` is the enrolment's `_id` or the course's. Copied course fields are ignored. Fractions of a
 * second, as players report them, are rounded down.
 */
export const newNote = z.object({
  notes: requiredText('Note', maxNoteLength),
  courseId: courseIdField,
  module: z.nullish(tolerantWholeNumber('Module', { min: 1, max: modulesPerCourse })),
  second: z.nullish(
    z.pipe(z.pipe(tolerantNumber('Second', { min: 0, max: dayInSeconds }), z.transform(Math.floor)), z.int()),
  ),
  userEmail: claimedEmail,
  courseName: ignoredText('Course name'),
  courseCode: ignoredText('Course code'),
  courseImageUrl: ignoredText('Course image URL'),
});
/** Body of PUT /notes/{id}. */
export const editedNote = z.pick(newNote, { notes: true });

/**
 * A note as GET /notes/{email} returns it, with its course as it is now (or was last). `courseId` is the id that the student
 * sent with the note: the enrolment's or the course's. `module` and `second` are the video position, or both null.
 */
export const note = z.object({
  _id: z.uuid(),
  notes: z.string(),
  courseId: z.uuid(),
  enrolmentId: z.uuid(),
  catalogueId: z.uuid(),
  userEmail: z.string(),
  courseName: shownLine(),
  courseCode: z.string(),
  courseImageUrl: z.string(),
  module: z.nullable(z.int()),
  second: z.nullable(z.int()),
  takenAt: z.iso.datetime(),
  editedAt: z.nullable(z.iso.datetime()),
});
export const noteList = z.array(note);
export type Note = z.infer<typeof note>;
