import { useMutation } from '@tanstack/react-query';
import type { Note } from '#contract/schemas/notes.ts';
import { showActionFailure, showOfflineNotice } from '../../../client/outbox/outbox-toasts.ts';
import { usePendingAction } from '../../../client/outbox/pending-marks.tsx';
import { toast } from '../../../ui/toast.ts';
import { removeNote, restoreNote } from '../note-actions.ts';
import { insertNote, updateCachedNotes } from '../note-live.ts';
import { removeNoteKind } from '../pending-notes.ts';

const restore = async (note: Note) => {
  try {
    await restoreNote(note);
    updateCachedNotes((list) => insertNote(list, note));
    toast.success('Note restored.');
  } catch (error) {
    toast.error(error instanceof Error ? error.message : 'The note could not be restored.');
  }
};

/**
 * Removes a note after the server has confirmed it, and offers to undo that.
 * @param onRemoved called just before the note leaves the page, and the focused button with it.
 */
export const useNoteRemoval = (note: Note, onRemoved: () => void) => {
  const { action, isBlocked } = usePendingAction(removeNoteKind, note._id);
  const { mutate, isPending } = useMutation({
    mutationFn: () => removeNote(note),
    onMutate: showOfflineNotice,
    onError: showActionFailure,
    onSuccess: () => {
      onRemoved();
      toast.success('Note removed.', { action: { label: 'Undo', onClick: () => void restore(note) } });
    },
  });
  return { remove: () => mutate(), isRemoving: isPending || action !== undefined, isBlocked };
};
