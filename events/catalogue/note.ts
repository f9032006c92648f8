import { z } from 'zod';
import { defineEvent, type EventOf } from './define-event.ts';
import { personal } from './personal.ts';

const author = (_: string, data: { userId: string }) => data.userId;

/** Stream `note-<id>`; the id is UUIDv5 of the person and the key of the act: each note is a new one. */
export const noteEvents = {
  NoteTaken: defineEvent({
    type: 'NoteTaken',
    summary: 'A student took a note in a course.',
    schema: z.object({
      userId: z.uuid(),
      courseId: z.uuid(),
      enrolmentId: z.uuid(),
      /** Where in the course: module 1 to 5 and the second in its video, if the note was taken there. */
      module: z.number().int().min(1).max(5).nullable(),
      second: z.number().int().nonnegative().nullable(),
      text: personal(z.string()),
    }),
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
} as const;
export type NoteEvent = EventOf<(typeof noteEvents)[keyof typeof noteEvents]>;

export const noteStream = (id: string) => `note-${id}`;
