import { z } from 'zod/mini';
import type { Note } from '#contract/schemas/notes.ts';
import type { PendingAction } from '../../client/outbox/pending-action.ts';
import type { VideoPosition } from '../videos/video-position.ts';

export const addNoteKind = 'note';
export const editNoteKind = 'note-edit';
export const removeNoteKind = 'note-removal';

/** The body of POST /notes. The server ignores `catalogueId`, which the client needs to show the pending note. */
const addBody = z.object({
  notes: z.string(),
  courseId: z.string(),
  catalogueId: z.string(),
  userEmail: z.string(),
  courseName: z.string(),
  courseCode: z.string(),
  courseImageUrl: z.string(),
  module: z.optional(z.number()),
  second: z.optional(z.number()),
});
export type NoteBody = z.infer<typeof addBody>;
const editBody = z.object({ notes: z.string() });

export type PendingNote = {
  /** The idempotency key of the action. */
  key: string;
  enrolmentId: string;
  catalogueId: string;
  courseName: string;
  courseCode: string;
  courseImageUrl: string;
  text: string;
  position: VideoPosition | null;
  writtenAt: string;
  /** The reason why the note was set aside; null if it was not. */
  problem: string | null;
};

/** Returns the note that an action adds, or null if it adds none. */
export const toPendingNote = (action: PendingAction): PendingNote | null => {
  const { data } = addBody.safeParse(action.kind === addNoteKind ? action.body : null);
  if (data === undefined) return null;
  const { notes: text, courseId: enrolmentId, module, second, userEmail: _, ...course } = data;
  return {
    ...course,
    key: action.key,
    enrolmentId,
    text,
    problem: action.problem,
    position: module === undefined ? null : { module, second: second ?? 0 },
    writtenAt: new Date(action.madeAt).toISOString(),
  };
};

/** Returns the note that an answered action has added, or null if it has added none. The live update later replaces the note. */
export const toNote = (action: PendingAction, _id: string): Note | null => {
  const { data } = addBody.safeParse(action.body);
  if (data === undefined) return null;
  const { module, second, ...rest } = data;
  return {
    ...rest,
    _id,
    enrolmentId: data.courseId,
    module: module ?? null,
    second: second ?? null,
    takenAt: new Date().toISOString(),
    editedAt: null,
  };
};

/** Returns the new text in an edit action, or null if there is none. */
export const readEditedText = (action: PendingAction | undefined): string | null =>
  editBody.safeParse(action?.body).data?.notes ?? null;
