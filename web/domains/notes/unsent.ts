import { z } from 'zod';
import type { Note } from '#contract/notes.ts';
import type { WaitingAct } from '../../client/outbox/waiting-act.ts';
import type { NotePlace } from './place.ts';

export const noteKind = 'note';
export const editKind = 'note-edit';
export const removalKind = 'note-removal';

/** The body of POST /notes as this client makes it; `catalogueId` is for the client alone. */
const body = z.object({
  notes: z.string(),
  courseId: z.string(),
  catalogueId: z.string(),
  userEmail: z.string(),
  courseName: z.string(),
  courseCode: z.string(),
  courseImageUrl: z.string(),
  module: z.number().optional(),
  second: z.number().optional(),
});
export type NoteBody = z.infer<typeof body>;
const edited = z.object({ notes: z.string() });

/** A note that the outbox holds. */
export type UnsentNote = {
  key: string;
  enrolmentId: string;
  catalogueId: string;
  courseName: string;
  courseCode: string;
  courseImageUrl: string;
  text: string;
  place: NotePlace | null;
  writtenAt: string;
  /** Why it could not be sent; null while it is on its way. */
  problem: string | null;
};

/** The note that an act takes, or null for another act. */
export const unsentNoteOf = (act: WaitingAct): UnsentNote | null => {
  const { data } = body.safeParse(act.kind === noteKind ? act.body : null);
  if (data === undefined) return null;
  const { notes: text, courseId: enrolmentId, module, second, userEmail: _, ...course } = data;
  return {
    ...{ ...course, key: act.key, enrolmentId, text, problem: act.problem },
    place: module === undefined ? null : { module, second: second ?? 0 },
    writtenAt: new Date(act.madeAt).toISOString(),
  };
};

/** The note as the list shows it from the answer on, until the server's own version is told. */
export const sentNoteOf = (act: WaitingAct, _id: string): Note | null => {
  const { data } = body.safeParse(act.body);
  if (data === undefined) return null;
  const { module, second, ...rest } = data;
  return {
    ...{ ...rest, _id, enrolmentId: data.courseId, module: module ?? null, second: second ?? null },
    ...{ takenAt: new Date().toISOString(), editedAt: null },
  };
};

/** The text that such an edit gives a note, or null. */
export const editedTextOf = (act: WaitingAct | undefined): string | null =>
  edited.safeParse(act?.body).data?.notes ?? null;
