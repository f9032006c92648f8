/** Drafts of new notes, and unsaved edits. */
import { atom } from 'jotai';
import { z } from 'zod/mini';
import { type Note, note } from '#contract/schemas/notes.ts';
import { outboxAtom } from '../../client/outbox/outbox-atoms.ts';
import { createTabDrafts } from '../../client/session/tab-drafts.ts';
import { store } from '../../client/store.ts';
import type { VideoPosition } from '../videos/video-position.ts';
import { editNoteKind, readEditedText } from './pending-notes.ts';

const videoPosition = z.object({ module: z.number(), second: z.number() });
/** `place` is the video position. The name is stored and cannot change. */
const draft = z.object({ text: z.string(), place: z.nullable(videoPosition) });
/** `note` is the version of the note on which the edit is based. */
const edit = z.object({ note, text: z.string() });
const unsavedNotes = z.object({
  /** By enrolment id. */
  drafts: z.record(z.string(), draft),
  /** By note id. */
  edits: z.record(z.string(), edit),
});
export type Draft = z.infer<typeof draft>;
export type NoteEdit = z.infer<typeof edit>;

const { draftsAtom, update, startLoading } = createTabDrafts('notes', unsavedNotes, {
  drafts: {},
  edits: {},
});

/** Loads the drafts of the signed-in user, now and whenever another user signs in. Called once at start-up. */
export const startLoadingNoteDrafts = startLoading;

const emptyDraft: Draft = { text: '', place: null };

export const createDraftAtom = (enrolmentId: string) =>
  atom((get): Draft => get(draftsAtom).drafts[enrolmentId] ?? emptyDraft);

const setDraft = (enrolmentId: string, next: (before: Draft) => Draft): void =>
  update((before) => ({
    ...before,
    drafts: { ...before.drafts, [enrolmentId]: next(before.drafts[enrolmentId] ?? emptyDraft) },
  }));

/**
 * Sets the text of a draft. The note keeps the position at which the user began to write.
 * @param getCurrentPosition called when the writing begins.
 */
export const setDraftText = (
  enrolmentId: string,
  text: string,
  getCurrentPosition: () => VideoPosition,
): void =>
  setDraft(enrolmentId, (before) => ({
    text,
    place: before.text === '' ? getCurrentPosition() : before.place,
  }));

export const setDraftPosition = (enrolmentId: string, position: VideoPosition | null): void =>
  setDraft(enrolmentId, ({ text }) => ({ text, place: position }));

/** Fills the note form with a note that could not be saved. Text that was typed in the meantime follows it. */
export const restoreDraft = (note: {
  enrolmentId: string;
  text: string;
  position: VideoPosition | null;
}): void =>
  setDraft(note.enrolmentId, (before) => ({
    text: before.text.trim() === '' ? note.text : `${note.text}\n\n${before.text}`,
    place: note.position,
  }));

export const clearDraft = (enrolmentId: string): void =>
  update((before) => {
    const { [enrolmentId]: _, ...drafts } = before.drafts;
    return { ...before, drafts };
  });

const maxQuoteCharacters = 60;

/** Puts a text in quotation marks, for a list of changes. A long text is cut. */
export const quoteExcerpt = (text: string): string => {
  const characters = [...text.replace(/\s+/g, ' ').trim()];
  if (characters.length <= maxQuoteCharacters) return `‘${characters.join('')}’`;
  return `‘${characters.slice(0, maxQuoteCharacters - 1).join('')}…’`;
};

/** Describes the drafts and edits of this tab that the user has not sent. Signing out discards them. */
export const unsavedNotesAtom = atom((get): { key: string; words: string }[] => {
  const { drafts, edits } = get(draftsAtom);
  const { actions } = get(outboxAtom);
  /** Returns whether an edit with this text waits in the outbox. A queued edit stays in `edits` until the server answers. */
  const isQueued = (id: string, text: string) =>
    actions.some(
      (action) =>
        action.kind === editNoteKind && action.about === id && readEditedText(action) === toSavedText(text),
    );
  return [
    ...Object.entries(drafts)
      .filter(([, { text }]) => text.trim() !== '')
      .map(([key, { text }]) => ({ key, words: `Unsaved note: ${quoteExcerpt(text)}` })),
    ...Object.entries(edits)
      .filter(([id, { note, text }]) => text !== note.notes && !isQueued(id, text))
      .map(([key, { text }]) => ({ key, words: `Unsaved change to a note: ${quoteExcerpt(text)}` })),
  ];
});

export const editsAtom = atom((get) => get(draftsAtom).edits);

/** Creates an atom with the unsaved edit of a note, or null. */
export const createEditAtom = (id: string) => atom((get): NoteEdit | null => get(editsAtom)[id] ?? null);

/** Starts or continues an edit. */
export const setEditText = (note: Note, text: string): void =>
  update((before) => ({
    ...before,
    edits: { ...before.edits, [note._id]: { note: before.edits[note._id]?.note ?? note, text } },
  }));

/** Replaces the edited text with a version of the note that another tab or device has saved in the meantime. */
export const acceptVersion = (note: Note): void =>
  update((before) => ({ ...before, edits: { ...before.edits, [note._id]: { note, text: note.notes } } }));

export const discardEdit = (id: string): void =>
  update((before) => {
    const { [id]: _, ...edits } = before.edits;
    return { ...before, edits };
  });

/** Returns the text of an edit as it is saved. */
export const toSavedText = (text: string): string => text.normalize('NFC').trim();

/**
 * Discards the edit of a note if its text has been saved. If a different text was saved, it came from another tab, or the user has typed
 * more since. Then only the user may discard the edit.
 */
export const discardSavedEdit = (id: string, savedText: string): void => {
  const edit = store.get(editsAtom)[id];
  if (edit !== undefined && toSavedText(edit.text) === savedText) discardEdit(id);
};
