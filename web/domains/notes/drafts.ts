import { atom } from 'jotai';
import type { NotePlace } from './place.ts';
import { changeUnsaved, type Draft, unsavedAtom } from './unsaved.ts';
import type { UnsentNote } from './unsent.ts';

const empty: Draft = { text: '', place: null };

/** What is typed for a course and not sent. */
export const draftOfAtom = (enrolmentId: string) =>
  atom((get): Draft => get(unsavedAtom).drafts[enrolmentId] ?? empty);

/**
 * What is typed now. A note belongs to where it was begun: who needs a minute for a sentence means the moment that made
 * them write it.
 * @param place asked only when the writing begins.
 */
export const typeDraft = (enrolmentId: string, text: string, place: () => NotePlace): void =>
  changeUnsaved((before) => {
    const known = before.drafts[enrolmentId];
    const begins = known === undefined || known.text === '';
    const draft = { text, place: begins ? place() : known.place };
    return { ...before, drafts: { ...before.drafts, [enrolmentId]: draft } };
  });

/** Another place for what is typed; null: none. */
export const moveDraft = (enrolmentId: string, place: NotePlace | null): void =>
  changeUnsaved((before) => {
    const text = before.drafts[enrolmentId]?.text ?? '';
    return { ...before, drafts: { ...before.drafts, [enrolmentId]: { text, place } } };
  });

/** Puts a note that could not be sent back into its field, before what was typed there meanwhile. */
export const takeBack = (note: Pick<UnsentNote, 'enrolmentId' | 'text' | 'place'>): void =>
  changeUnsaved((before) => {
    const since = before.drafts[note.enrolmentId]?.text ?? '';
    const text = since.trim() === '' ? note.text : `${note.text}\n\n${since}`;
    return {
      ...before,
      drafts: { ...before.drafts, [note.enrolmentId]: { text, place: note.place } },
    };
  });

/** Takes a draft out of its field. */
export const clearDraft = (enrolmentId: string): void =>
  changeUnsaved((before) => {
    const { [enrolmentId]: _, ...drafts } = before.drafts;
    return { ...before, drafts };
  });
