import { z } from 'zod';
import { defineEvent, type EventOf } from '../define-event.ts';
import { personal } from '../field-marks.ts';

const author = (_: string, data: { userId: string }) => data.userId;

/** Stream `note-<id>`; the id is UUIDv5 of the person and the key of the act: each note is a new one. */
export const noteEvents = {
  NoteTaken: defineEvent({
    type: 'NoteTaken',
    version: 2,
    summary: 'A student took a note in a course.',
    schema: z.object({
      userId: z.uuid(),
      courseId: z.uuid(),
      enrolmentId: z.uuid(),
      /** By which of its two ids the course was named: answers call it by that one. */
      courseCalledBy: z.enum(['enrolment', 'course']),
      /** Where in the course: module 1 to 5 and the second in its video, if the note was taken there. */
      module: z.number().int().min(1).max(5).nullable(),
      second: z.number().int().nonnegative().nullable(),
      text: personal(z.string()),
    }),
    // The learn page, which knows the course by the enrolment, was the only one to take notes before that was said.
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
    summary: 'A student took the removal of a note back.',
    schema: z.object({ userId: z.uuid() }),
  }),
} as const;
export type NoteEvent = EventOf<(typeof noteEvents)[keyof typeof noteEvents]>;

export const noteStream = (id: string) => `note-${id}`;
