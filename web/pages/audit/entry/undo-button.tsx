import { useMutation } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import type { AuditEntry } from '#contract/schemas/audit.ts';
import { PresentOnly } from '../../../client/as-of.tsx';
import { undoAuditEntry } from '../../../domains/audit/audit-actions.ts';
import { refetchAudit } from '../../../domains/audit/audit-queries.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.ts';

/** Restores what the entry removed, or reverts the course to the version of the entry. Hidden if neither is possible. */
export const UndoButton = ({ entry }: { entry: AuditEntry }) => {
  const undo = useMutation({
    mutationFn: () => undoAuditEntry(entry),
    onError: (error) => toast.error(error.message),
    onSuccess: ({ modifiedCount }) => {
      if (modifiedCount === 0) toast.blank('This was already undone.');
      else toast.success(entry.undo?.kind === 'restore' ? 'Restored.' : 'Version restored.');
    },
    // Success and failure both mean that other entries can be undone now.
    onSettled: () => refetchAudit(),
  });
  if (entry.undo === null) return null;
  return (
    <PresentOnly>
      <Button look="second" size="small" working={undo.isPending} onClick={() => undo.mutate()}>
        {!undo.isPending && <Undo2 className="size-4" />}
        {entry.undo.kind === 'restore' ? 'Restore' : 'Restore this version'}
        <span className="sr-only">
          : {entry.who} {entry.did}
        </span>
      </Button>
    </PresentOnly>
  );
};
