import { atom } from 'jotai';
import type { Note } from '#contract/notes.ts';
import { changeUnsaved, type NoteEdit, unsavedAtom } from './unsaved.ts';

/** The edit of a note that is under way, or null. */
export const editOfAtom = (id: string) => atom((get): NoteEdit | null => get(unsavedAtom).edits[id] ?? null);

/** Begins to change a note, or goes on with what is typed. @param note as it is when the editing begins. */
export const typeEdit = (note: Note, text: string): void =>
  changeUnsaved((before) => ({
    ...before,
    edits: { ...before.edits, [note._id]: { note: before.edits[note._id]?.note ?? note, text } },
  }));

/** What another tab made of the note meanwhile is known now: from here on the editing rests on that. */
export const rebaseEdit = (note: Note, text: string): void =>
  changeUnsaved((before) => ({ ...before, edits: { ...before.edits, [note._id]: { note, text } } }));

export const endEdit = (id: string): void =>
  changeUnsaved((before) => {
    const { [id]: _, ...edits } = before.edits;
    return { ...before, edits };
  });
