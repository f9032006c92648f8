import { useMutation } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { showActionFailure, showOfflineNotice } from '../../../client/outbox/outbox-toasts.ts';
import { usePendingAction } from '../../../client/outbox/pending-marks.tsx';
import { editNote, restoreNote } from '../note-actions.ts';
import { acceptVersion, createEditAtom, discardEdit, setEditText, toSavedText } from '../note-drafts.ts';
import type { ListedNote } from '../note-list.ts';
import { insertNote, updateCachedNotes } from '../note-live.ts';
import { editNoteKind, readEditedText } from '../pending-notes.ts';

/** Returns the state of the editor of one note, and its actions. If saving fails, the editor opens again with the typed text. */
export const useNoteEdit = ({ note, isRemoved }: ListedNote) => {
  const edit = useAtomValue(useMemo(() => createEditAtom(note._id), [note._id]));
  const { action, isBlocked } = usePendingAction(editNoteKind, note._id);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async (text: string) => {
      if (isRemoved) {
        await restoreNote(note);
        updateCachedNotes((list) => insertNote(list, note));
      }
      await editNote(note, text);
    },
    onMutate: showOfflineNotice,
    onError: showActionFailure,
  });
  const isSaving = isPending || action !== undefined;
  const cancel = () => {
    reset();
    discardEdit(note._id);
  };
  return {
    /** The text in the editor, or null if the editor is closed. */
    editorText: edit !== null && !isSaving ? edit.text : null,
    /** The text that the note shows: the new text as soon as it is being saved. */
    text: readEditedText(action) ?? (edit !== null && isPending ? edit.text.trim() : note.notes),
    isSaving,
    isBlocked,
    error,
    isRemoved,
    /** The text that another tab or device has saved since the edit began, or null. */
    otherVersion: edit !== null && !isRemoved && edit.note.notes !== note.notes ? note.notes : null,
    open: () => setEditText(note, note.notes),
    setEditorText: (text: string) => setEditText(note, text),
    acceptOtherVersion: () => acceptVersion(note),
    cancel,
    save: () => {
      const text = toSavedText(edit?.text ?? '');
      if (text === '') return;
      if (!isRemoved && text === note.notes) cancel();
      else mutate(text);
    },
  };
};
export type NoteEditing = ReturnType<typeof useNoteEdit>;
