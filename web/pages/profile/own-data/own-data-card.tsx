import { useMutation } from '@tanstack/react-query';
import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { User } from '#contract/users.ts';
import { copyOfOwnData } from '../../../domains/users/own-data.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { toast } from '../../../ui/toast.ts';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';

const useCopy = () =>
  useMutation({
    mutationFn: copyOfOwnData,
    onSuccess: ({ name, content }) => {
      saveFile(name, content);
      toast.success('Your data is saved');
    },
    onError: (error) => toast.error(error.message),
  });

/** What the school holds on the person: a copy of it, and the end of it. */
export const OwnDataCard = ({ user }: { user: User }) => {
  const copying = useCopy();
  const [leaves, setLeaves] = useState(false);
  return (
    <Card className="p-6">
      <h2 className="font-serif text-xl font-semibold">Your data</h2>
      <p className="mt-2 text-muted">
        Everything that this school holds on you, from the day on which you registered: as a page to read, and
        as JSON for a program.
      </p>
      <div className="mt-5 flex flex-col items-start gap-3">
        <Button look="second" working={copying.isPending} onClick={() => copying.mutate()}>
          {!copying.isPending && <Download className="size-4" aria-hidden="true" />}
          Download my data
        </Button>
        <Button look="second" onClick={() => setLeaves(true)}>
          <Trash2 className="size-4 text-bad" aria-hidden="true" />
          Delete my account
        </Button>
      </div>
      <DeleteAccountDialog user={user} open={leaves} onStay={() => setLeaves(false)} />
    </Card>
  );
};
