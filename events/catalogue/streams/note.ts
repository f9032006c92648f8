import { z } from 'zod';
import { defineEvent, type EventOf } from '../define-event.ts';
import { personal } from '../field-marks.ts';

const author = (_: string, data: { userId: string }) => data.userId;

/** Stream `note-<id>`; the id is a UUIDv5 of the author and the idempotency key, so each note is a new stream. */
export const noteEvents = {
  NoteTaken: defineEvent({
    type: 'NoteTaken',
    version: 2,
    summary: 'A student took a note in a course.',
    schema: z.object({
      userId: z.uuid(),
      courseId: z.uuid(),
      enrolmentId: z.uuid(),
      /** The kind of id by which the client named the course; answers use the same kind. */
      courseCalledBy: z.enum(['enrolment', 'course']),
      /** The module at whose video the note was taken; null if the student was not watching. */
      module: z.number().int().min(1).max(5).nullable(),
      /** The second of that video; null if `module` is null. */
      second: z.number().int().nonnegative().nullable(),
      text: personal(z.string()),
    }),
    // In version 1 only the learn page could take notes, and it sent the enrolment's id.
    upcasters: { 1: (data) => ({ ...data, courseCalledBy: 'enrolment' }) },
    subject: author,
  }),
  NoteEdited: defineEvent({
    type: 'NoteEdited',
    summary: 'A student changed the text of a note.',
    schema: z.object({ userId: z.uuid(), text: personal(z.string()) }),
    subject: author,
  }),
  NoteRemoved: defineEvent({
    type: 'NoteRemoved',
    summary: 'A student removed a note.',
    schema: z.object({ userId: z.uuid() }),
  }),
  NoteRestored: defineEvent({
    type: 'NoteRestored',
    summary: 'A student restored a removed note.',
    schema: z.object({ userId: z.uuid() }),
  }),
};
export type NoteEvent = EventOf<(typeof noteEvents)[keyof typeof noteEvents]>;

export const noteStream = (id: string) => `note-${id}`;
