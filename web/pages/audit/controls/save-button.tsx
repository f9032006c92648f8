import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { auditInFile } from '#contract/audit.ts';
import { auditFile } from '../../../domains/audit/file.ts';
import type { AuditFilter } from '../../../domains/audit/filter.ts';
import { Button } from '../../../ui/button.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { toast } from '../../../ui/toast.ts';

/** Saves what the filter leaves as CSV, the newest first, up to a limit that is said when it is met. */
export const SaveButton = ({ filter }: { filter: AuditFilter }) => {
  const saving = useMutation({
    mutationFn: () => auditFile(filter),
    onError: (error) => toast.error(error.message),
    onSuccess: ({ content, cut }) => {
      saveFile('history.csv', content);
      if (cut)
        toast.blank(`The file holds the newest ${auditInFile.toLocaleString('en')} changes.`, {
          description: 'Choose an earlier last day to save older ones.',
        });
    },
  });
  return (
    <Button look="second" size="small" working={saving.isPending} onClick={() => saving.mutate()}>
      {!saving.isPending && <Download className="size-4" aria-hidden="true" />}
      Save as CSV
    </Button>
  );
};
