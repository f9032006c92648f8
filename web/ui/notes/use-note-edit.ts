import { useMutation } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { editNote, restoreNote } from '../../lib/notes/acts.ts';
import { editOfAtom, endEdit, rebaseEdit, typeEdit } from '../../lib/notes/edits.ts';
import type { ListedNote } from '../../lib/notes/list.ts';
import { withNote, withText } from '../../lib/notes/merge.ts';
import { changeNotes } from '../../lib/notes/notes.ts';
import { sayIfItWaits } from '../say-if-it-waits.ts';
import { toast } from '../toast.ts';

const removedMeanwhile =
  'This note was removed in another tab or on another device. Your text is still here.';

/**
 * The editing of one note in its place. While it is being saved the note already shows the new text; when saving fails
 * the editor is back with what was typed.
 */
export const useNoteEdit = ({ note, gone }: ListedNote) => {
  const edit = useAtomValue(useMemo(() => editOfAtom(note._id), [note._id]));
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async (text: string) => {
      if (gone) await restoreNote(note);
      const { matchedCount } = await editNote(note._id, text);
      if (matchedCount === 0) throw new Error(removedMeanwhile);
    },
    onMutate: sayIfItWaits,
    onError: (failure) => toast.error(failure.message),
    onSuccess: (_, text) => {
      endEdit(note._id);
      changeNotes((list) => withText(gone ? withNote(list, note) : list, note._id, text));
    },
  });
  const cancel = () => {
    reset();
    endEdit(note._id);
  };
  return {
    /** What the editor holds, or null when it is closed. */
    typed: edit !== null && !isPending ? edit.text : null,
    /** What the note shows. */
    text: edit !== null && isPending ? edit.text.trim() : note.notes,
    saving: isPending,
    error,
    gone,
    /** What another tab made of it since the editing began, or null. */
    theirs: edit !== null && !gone && edit.note.notes !== note.notes ? note.notes : null,
    open: () => typeEdit(note, note.notes),
    type: (text: string) => typeEdit(note, text),
    takeTheirs: () => rebaseEdit(note, note.notes),
    cancel,
    save: () => {
      const text = edit?.text.normalize('NFC').trim() ?? '';
      if (text === '') return;
      if (!gone && text === note.notes) cancel();
      else mutate(text);
    },
  };
};
export type NoteEditing = ReturnType<typeof useNoteEdit>;
