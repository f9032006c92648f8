import { useMutation } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { editNote, restoreNote } from '../acts.ts';
import { editOfAtom, endEdit, rebaseEdit, typeEdit } from '../edits.ts';
import type { ListedNote } from '../list.ts';
import { withNote } from '../merge.ts';
import { changeNotes } from '../notes.ts';
import { editedTextOf, editKind } from '../unsent.ts';
import { sayFailure } from '../../../client/outbox/say-failure.ts';
import { sayIfItWaits } from '../../../client/outbox/say-if-it-waits.ts';
import { useUnanswered } from '../../../client/outbox/waits.tsx';

/**
 * The editing of one note in its place. While it is being saved the note already shows the new text; when saving fails
 * the editor is back with what was typed.
 */
export const useNoteEdit = ({ note, gone }: ListedNote) => {
  const edit = useAtomValue(useMemo(() => editOfAtom(note._id), [note._id]));
  const { act, waits } = useUnanswered(editKind, note._id);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async (text: string) => {
      if (gone) {
        await restoreNote(note);
        changeNotes((list) => withNote(list, note));
      }
      await editNote(note, text);
    },
    onMutate: sayIfItWaits,
    onError: sayFailure,
  });
  const saving = isPending || act !== undefined;
  const cancel = () => {
    reset();
    endEdit(note._id);
  };
  return {
    /** What the editor holds, or null when it is closed. */
    typed: edit !== null && !saving ? edit.text : null,
    /** What the note shows. */
    text: editedTextOf(act) ?? (edit !== null && isPending ? edit.text.trim() : note.notes),
    saving,
    /** The change waits for the line. */
    waits,
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
