import { useMutation } from '@tanstack/react-query';
import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { User } from '#contract/schemas/users.ts';
import { downloadFile } from '../../../client/api/download.ts';
import { withRecentSignIn } from '../../../client/session/sign-in-again.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { toast } from '../../../ui/toast.ts';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import { createOwnDataFileName } from './file-name.ts';

/** Downloads the user's data. Returns null if the user had to sign in again and did not. */
const downloadOwnData = (): Promise<Blob | null> => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return withRecentSignIn(() => downloadFile('POST', '/me/data', { timeZone }));
};

const useDownloadOwnData = () =>
  useMutation({
    mutationFn: downloadOwnData,
    onSuccess: (content) => {
      if (content === null) return;
      saveFile(createOwnDataFileName(new Date()), content);
      toast.success('Your data was downloaded.');
    },
    onError: (error) => toast.error(error.message),
  });

export const OwnDataCard = ({ user }: { user: User }) => {
  const download = useDownloadOwnData();
  const [isDialogOpen, setDialogOpen] = useState(false);
  return (
    <Card className="p-6">
      <h2 className="font-serif text-xl font-semibold">Your data</h2>
      <p className="mt-2 text-muted">
        Download everything this school stores about you, as a readable page and as JSON. If you signed in a
        while ago, you are asked for your password.
      </p>
      <div className="mt-5 flex flex-col items-start gap-3">
        <Button variant="secondary" isWorking={download.isPending} onClick={() => download.mutate()}>
          {!download.isPending && <Download className="size-4" />}
          Download my data
        </Button>
        <Button variant="secondary" onClick={() => setDialogOpen(true)}>
          <Trash2 className="size-4 text-bad" />
          Delete my account
        </Button>
      </div>
      <DeleteAccountDialog user={user} open={isDialogOpen} onCancel={() => setDialogOpen(false)} />
    </Card>
  );
};
