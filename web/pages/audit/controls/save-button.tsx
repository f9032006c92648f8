import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { auditFileLimit } from '#contract/schemas/audit.ts';
import type { AuditFilter } from '../../../domains/audit/audit-filter.ts';
import { fetchAuditCsv } from '../../../domains/audit/audit-queries.ts';
import { Button } from '../../../ui/button.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { toast } from '../../../ui/toast.ts';

/** Downloads the filtered entries as CSV, newest first. A message tells the user if the file reached its limit. */
export const SaveButton = ({ filter }: { filter: AuditFilter }) => {
  const download = useMutation({
    mutationFn: () => fetchAuditCsv(filter),
    onError: (error) => toast.error(error.message),
    onSuccess: ({ content, isTruncated }) => {
      saveFile('history.csv', content);
      if (isTruncated)
        toast.blank(`The file contains the newest ${auditFileLimit.toLocaleString('en')} changes.`, {
          description: 'To save older changes, choose an earlier end date.',
        });
    },
  });
  return (
    <Button look="second" size="small" working={download.isPending} onClick={() => download.mutate()}>
      {!download.isPending && <Download className="size-4" />}
      Save as CSV
    </Button>
  );
};
