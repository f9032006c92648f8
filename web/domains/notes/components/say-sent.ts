import { toast } from '../../../ui/toast.ts';

/**
 * Says what became of a note, on whatever page its writer is by then. A toast and no popup: the lesson goes on while notes
 * are taken, and nobody should have to close anything for each of them.
 */
export const sayNoteSent = (problem: string | null): void => {
  if (problem === null) toast.success('Note Submitted!');
  else toast.error(problem);
};
