import { z } from 'zod';
import { requiredText } from './text.ts';

/** Body of POST /notes; `courseId` is the enrolment's `_id` or the course's. Copied course fields are ignored. */
export const newNote = z.object({
  notes: requiredText('Note', 10_000),
  courseId: z.uuid({ error: 'The course id must be a UUID.' }),
  module: z.number().int().min(1).max(5).nullish(),
  second: z.number().int().min(0).max(86_400).nullish(),
  userEmail: z.string().max(320).optional(),
  courseName: z.string().max(20_000).optional(),
  courseCode: z.string().max(20_000).optional(),
  courseImageUrl: z.string().max(20_000).optional(),
});
/** Body of PUT /notes/{id}. */
export const editedNote = newNote.pick({ notes: true });

/** A note as GET /notes/{email} shows it. */
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
export type Note = z.infer<typeof note>;
