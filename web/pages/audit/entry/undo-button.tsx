import { useMutation } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import type { AuditEntry } from '#contract/audit.ts';
import { undo } from '../../../domains/audit/acts.ts';
import { fetchAuditAgain } from '../../../domains/audit/audit.ts';
import { Button } from '../../../ui/button.tsx';
import { PresentOnly } from '../../../client/as-of/present-only.tsx';
import { toast } from '../../../ui/toast.ts';

/** Restores what the entry removed, or takes the course back to how it was after this entry. Shown where that is possible. */
export const UndoButton = ({ entry }: { entry: AuditEntry }) => {
  const undoing = useMutation({
    mutationFn: () => undo(entry),
    onError: (error) => toast.error(error.message),
    onSuccess: ({ modifiedCount }) => {
      if (modifiedCount === 0) toast.blank('It had been undone already.');
      else toast.success(entry.undo?.kind === 'restore' ? 'Restored.' : 'Taken back.');
    },
    // What can be undone may be another now, whichever way it ended.
    onSettled: () => fetchAuditAgain(),
  });
  if (entry.undo === null) return null;
  return (
    <PresentOnly>
      <Button look="second" size="small" working={undoing.isPending} onClick={() => undoing.mutate()}>
        {!undoing.isPending && <Undo2 className="size-4" aria-hidden="true" />}
        {entry.undo.kind === 'restore' ? 'Restore' : 'Take back to this version'}
        <span className="sr-only">
          : {entry.who} {entry.did}
        </span>
      </Button>
    </PresentOnly>
  );
};
