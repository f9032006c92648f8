import { useMutation } from '@tanstack/react-query';
import type { Note } from '#contract/notes.ts';
import { removeNote, restoreNote } from '../acts.ts';
import { withNote } from '../merge.ts';
import { changeNotes } from '../notes.ts';
import { removalKind } from '../unsent.ts';
import { sayFailure } from '../../../client/outbox/say-failure.ts';
import { sayIfItWaits } from '../../../client/outbox/say-if-it-waits.ts';
import { toast } from '../../../ui/toast.ts';
import { useUnanswered } from '../../../client/outbox/waits.tsx';

const restore = async (note: Note) => {
  try {
    await restoreNote(note);
    changeNotes((list) => withNote(list, note));
    toast.success('The note is back.');
  } catch (error) {
    toast.error(error instanceof Error ? error.message : 'The note could not be brought back.');
  }
};

/**
 * Removes a note; it goes once the server has said so, and can be brought back for a moment.
 * @param gone called just before the note leaves the page: its button has the focus and goes with it.
 */
export const useNoteRemoval = (note: Note, gone: () => void) => {
  const { act, waits } = useUnanswered(removalKind, note._id);
  const { mutate, isPending } = useMutation({
    mutationFn: () => removeNote(note),
    onMutate: sayIfItWaits,
    onError: sayFailure,
    onSuccess: () => {
      gone();
      toast.success('Note removed', { action: { label: 'Undo', onClick: () => void restore(note) } });
    },
  });
  return { remove: () => mutate(), removing: isPending || act !== undefined, waits };
};
