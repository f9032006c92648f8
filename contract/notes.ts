import { z } from 'zod';
import { claimedEmail, copiedText } from './copied.ts';
import { courseIdInBody } from './course-id.ts';
import { modulesOfACourse } from './enrolments.ts';
import { requiredText, tolerantNumber } from './text.ts';

/** The longest note, in UTF-16 code units. */
export const longestNote = 10_000;
/** How many notes a student may have, and how much text in all: so that the list has an end. */
export const notesAtMost = { count: 10_000, characters: 10_000_000 } as const;

const aDay = 86_400;

/**
 * Body of POST /notes; `courseId` is the enrolment's `_id` or the course's. Copied course fields are ignored. A player
 * says fractions of a second: the whole one counts.
 */
export const newNote = z.object({
  notes: requiredText('Note', longestNote),
  courseId: courseIdInBody,
  module: tolerantNumber('Module', { min: 1, max: modulesOfACourse })
    .refine(Number.isInteger, { error: 'Module must be a whole number.' })
    .nullish(),
  second: tolerantNumber('Second', { min: 0, max: aDay })
    .transform(Math.floor)
    .pipe(z.number().int())
    .nullish(),
  userEmail: claimedEmail,
  courseName: copiedText('Course name'),
  courseCode: copiedText('Course code'),
  courseImageUrl: copiedText('Course image URL'),
});
/** Body of PUT /notes/{id}. */
export const editedNote = newNote.pick({ notes: true });

/**
 * A note as GET /notes/{email} shows it, with its course as it is now (or last was). `courseId` is what it was taken with.
 * `module` and `second` say where, or are both null.
 */
export const note = z.object({
  _id: z.uuid(),
  notes: z.string(),
  courseId: z.uuid(),
  enrolmentId: z.uuid(),
  catalogueId: z.uuid(),
  userEmail: z.string(),
  courseName: z.string(),
  courseCode: z.string(),
  courseImageUrl: z.string(),
  module: z.number().int().nullable(),
  second: z.number().int().nullable(),
  takenAt: z.iso.datetime(),
  editedAt: z.iso.datetime().nullable(),
});
export const noteList = z.array(note);
export type Note = z.infer<typeof note>;
