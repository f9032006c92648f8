import { AlertDialog } from '@base-ui/react/alert-dialog';
import { TriangleAlert } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import type { User } from '#contract/schemas/users.ts';
import { ApiError } from '../../../client/api/api-error.ts';
import { FormError, RequestId } from '../../../client/api/form-error.tsx';
import {
  describeProviderError,
  findProviderErrorAdvice,
  isWrongPassword,
} from '../../../client/identity/provider-error-advice.ts';
import { paths } from '../../../client/paths.ts';
import { deleteAccount } from '../../../client/session/delete-account.ts';
import { Button } from '../../../ui/button.tsx';
import { Input } from '../../../ui/field.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { useGoTo } from '../../../ui/use-go-to.ts';
import { Consequences } from './consequences.tsx';

type ContentProps = {
  user: User;
  onCancel: () => void;
  isDeleting: boolean;
  setDeleting: (isDeleting: boolean) => void;
};

type DeletionFailure = { at: 'password' | 'form'; text: string; error: unknown };

/** Returns why the account could not be deleted, and where in the form to show it. */
const describeDeletionFailure = (error: unknown): DeletionFailure => {
  if (isWrongPassword(error)) return { at: 'password', text: 'Wrong password. Try again.', error };
  if (error instanceof ApiError) return { at: 'form', text: error.message, error };
  const text =
    findProviderErrorAdvice(error) ??
    describeProviderError(error, 'The account could not be deleted. Try again.');
  return { at: 'form', text, error };
};

/** Asks for the e-mail address and the password, and deletes the account. The input is kept when the deletion fails. */
const ConfirmationForm = ({ user, onCancel, isDeleting, setDeleting }: ContentProps) => {
  const goTo = useGoTo();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [failure, setFailure] = useState<DeletionFailure | null>(null);
  const isConfirmed = email.trim().toLowerCase() === user.email && password !== '';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isConfirmed || isDeleting) return;
    setFailure(null);
    setDeleting(true);
    try {
      await deleteAccount({
        email: email.trim(),
        password,
        // Leaves this page before the sign-out, because without a user the page redirects to the login.
        onDeleted: async () => {
          await goTo(paths.accountDeleted, { replace: true, state: { deleted: true }, isForced: true });
        },
      });
    } catch (error) {
      setFailure(describeDeletionFailure(error));
    } finally {
      setDeleting(false);
    }
  };
  return (
    <form
      noValidate
      data-error-lines
      onSubmit={submit}
      className="mt-6 flex flex-col gap-5 border-t border-hairline pt-6"
    >
      <Input
        label="Confirm your e-mail address"
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
      <FormError text={failure?.at === 'form' ? failure.text : null}>
        <RequestId error={failure?.error} />
      </FormError>
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="secondary" disabled={isDeleting} onClick={onCancel}>
          Keep my account
        </Button>
        <Button variant="danger" type="submit" isWorking={isDeleting} disabled={!isConfirmed && !isDeleting}>
          Delete my account
        </Button>
      </div>
    </form>
  );
};

/** The content of the dialog. The title gets the focus first, so that screen readers begin with it. */
const Content = (props: ContentProps) => {
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <AlertDialog.Popup
      initialFocus={title}
      className="relative w-full max-w-xl rounded-card border border-hairline bg-surface p-6 shadow-card sm:p-8"
    >
      <div className="flex items-center gap-4">
        <span className="grid size-12 shrink-0 place-items-center rounded-full bg-bad-ground text-bad">
          <TriangleAlert className="size-6" />
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
        <strong>This cannot be undone.</strong> Your account and your personal data will be permanently
        deleted. The operators of this site cannot restore your account.
      </AlertDialog.Description>
      <Consequences userType={props.user.userType} />
      <ConfirmationForm {...props} />
    </AlertDialog.Popup>
  );
};

/** Asks for confirmation and deletes the account. It stays open during the deletion, so that it can show an error. */
export const DeleteAccountDialog = ({
  user,
  open,
  onCancel,
}: {
  user: User;
  open: boolean;
  onCancel: () => void;
}) => {
  const [isDeleting, setDeleting] = useState(false);
  return (
    <AlertDialog.Root open={open} onOpenChange={(isOpen) => !isOpen && !isDeleting && onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop forceRender className="fixed inset-0 z-50 bg-veil" />
        <AlertDialog.Viewport className="fixed inset-0 z-50 grid place-items-center overflow-y-auto p-4">
          <Content user={user} onCancel={onCancel} isDeleting={isDeleting} setDeleting={setDeleting} />
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
};
