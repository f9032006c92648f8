import { AlertDialog } from '@base-ui/react/alert-dialog';
import { TriangleAlert } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { User } from '#contract/users.ts';
import { paths } from '../../../client/paths.ts';
import { deleteAccount } from '../../../client/session/delete-account.ts';
import { Button } from '../../../ui/button.tsx';
import { Input } from '../../../ui/field.tsx';
import { FormFailure, RequestId } from '../../../client/api/form-failure.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { Consequences } from './consequences.tsx';
import { type Failure, failureOf } from './failure.ts';

/** The e-mail typed means it, the password shows who it is; what was typed stays when it fails. */
const Form = ({ user, onStay }: { user: User; onStay: () => void }) => {
  const navigate = useNavigate();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [failure, setFailure] = useState<Failure | null>(null);
  const [working, setWorking] = useState(false);
  const isMeant = email.trim().toLowerCase() === user.email && password !== '';
  const leave = async (event: FormEvent) => {
    event.preventDefault();
    if (!isMeant || working) return;
    setFailure(null);
    setWorking(true);
    try {
      await deleteAccount({
        email: email.trim(),
        password,
        showFarewell: () => navigate(paths.farewell, { replace: true, state: { deleted: true } }),
      });
    } catch (error) {
      setFailure(failureOf(error));
    } finally {
      setWorking(false);
    }
  };
  return (
    <form noValidate onSubmit={leave} className="mt-6 flex flex-col gap-5 border-t border-hairline pt-6">
      <Input
        label="Your e-mail address, to confirm"
        hint={`Type ${user.email}`}
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        onChange={({ target }) => setEmail(target.value)}
      />
      <PasswordInput
        label="Your password"
        autoComplete="current-password"
        value={password}
        error={failure?.at === 'password' ? failure.text : undefined}
        onChange={({ target }) => setPassword(target.value)}
      />
      <FormFailure text={failure?.at === 'form' ? failure.text : null}>
        <RequestId error={failure?.error} />
      </FormFailure>
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button look="second" disabled={working} onClick={onStay}>
          Keep my account
        </Button>
        <Button look="danger" type="submit" working={working} disabled={!isMeant && !working}>
          Delete my account
        </Button>
      </div>
    </form>
  );
};

/** Read from its beginning: the focus goes to the title first, not to the field below what has to be known. */
const Content = ({ user, onStay }: { user: User; onStay: () => void }) => {
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <AlertDialog.Popup
      initialFocus={title}
      className="relative w-full max-w-xl rounded-card border border-hairline bg-surface p-6 shadow-card sm:p-8"
    >
      <div className="flex items-center gap-4">
        <span className="grid size-12 shrink-0 place-items-center rounded-full bg-bad-ground text-bad">
          <TriangleAlert className="size-6" aria-hidden="true" />
        </span>
        <AlertDialog.Title
          ref={title}
          tabIndex={-1}
          className="font-serif text-2xl font-semibold outline-none"
        >
          Delete your account?
        </AlertDialog.Title>
      </div>
      <AlertDialog.Description className="mt-4">
        <strong>This cannot be undone.</strong> The key of everything personal of yours is destroyed, and
        nobody can read it again: neither you, nor an Admin, nor whoever runs this site.
      </AlertDialog.Description>
      <Consequences userType={user.userType} />
      <Form user={user} onStay={onStay} />
    </AlertDialog.Popup>
  );
};

/** Says plainly what goes and what stays before somebody deletes their account, and has them confirm it. */
export const DeleteAccountDialog = ({
  user,
  open,
  onStay,
}: {
  user: User;
  open: boolean;
  onStay: () => void;
}) => (
  <AlertDialog.Root open={open} onOpenChange={(now) => !now && onStay()}>
    <AlertDialog.Portal>
      <AlertDialog.Backdrop forceRender className="fixed inset-0 z-50 bg-veil" />
      <AlertDialog.Viewport className="fixed inset-0 z-50 grid place-items-center overflow-y-auto p-4">
        <Content user={user} onStay={onStay} />
      </AlertDialog.Viewport>
    </AlertDialog.Portal>
  </AlertDialog.Root>
);
