import { useAtomValue } from 'jotai';
import { MailCheck } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { FormError } from '../../client/api/form-error.tsx';
import { configurationAtom } from '../../client/configuration.ts';
import { isProviderError } from '../../client/identity/provider-error.ts';
import {
  describeProviderError,
  findProviderErrorAdvice,
} from '../../client/identity/provider-error-advice.ts';
import { paths } from '../../client/paths.ts';
import { readEmailForLogin } from '../../client/session/login-redirect.ts';
import { getSessionController } from '../../client/session/start-session.ts';
import { Button } from '../../ui/button.tsx';
import { EmailInput } from '../../ui/email-input.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';

/** The confirmation. It is the same whether or not there is an account, so that nobody can find out who has one. */
const SentMessage = ({ email, isDemo }: { email: string; isDemo: boolean }) => (
  <div role="status" className="mt-8 rounded-control bg-good-ground px-4 py-4 text-good">
    <p className="flex gap-2 font-medium">
      <MailCheck className="mt-0.5 size-5 shrink-0" />
      <span className="min-w-0 break-words">
        If there is an account for {email}, we have sent a link for choosing a new password.
      </span>
    </p>
    <p className="mt-2 text-sm">No e-mail after a few minutes? Check your spam folder, then try again.</p>
    {isDemo && <p className="mt-2 text-sm">This demo sends no e-mail. Find the link in the terminal.</p>}
  </div>
);

export default function ForgottenPasswordPage() {
  const { state } = useLocation();
  const isDemo = useAtomValue(configurationAtom)?.authEmulatorUrl != null;
  const [email, setEmail] = useState(readEmailForLogin(state));
  const [failure, setFailure] = useState<{ text: string; advice: string | null } | null>(null);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    const address = email.trim();
    if (address === '') {
      setFailure({ text: 'Please enter your e-mail address.', advice: null });
      return;
    }
    setSending(true);
    setFailure(null);
    try {
      await getSessionController().sendPasswordReset(address);
      setSentTo(address);
    } catch (error) {
      if (isProviderError(error, 'user-not-found')) setSentTo(address);
      else
        setFailure({
          text: describeProviderError(error, 'The e-mail could not be sent. Please try again.'),
          advice: findProviderErrorAdvice(error),
        });
    } finally {
      setSending(false);
    }
  };

  return (
    <>
      <PageHeading title="Forgotten password" subtitle="We’ll e-mail you a link to choose a new one." />
      {sentTo !== null && <SentMessage email={sentTo} isDemo={isDemo} />}
      <form noValidate data-error-lines onSubmit={submit} className="mt-8 space-y-5">
        <EmailInput
          name="email"
          value={email}
          onChange={(event) => {
            setEmail(event.target.value);
            setFailure(null);
          }}
        />
        <FormError text={failure?.text ?? null}>{failure?.advice && <p>{failure.advice}</p>}</FormError>
        <Button type="submit" isWorking={isSending} className="w-full">
          {sentTo === null ? 'Send link' : 'Send again'}
        </Button>
      </form>
      <p className="mt-8 text-center text-muted">
        Remembered it?{' '}
        <Link to={paths.login} state={{ ...state, email }} className="font-medium text-brand underline">
          Login
        </Link>
      </p>
    </>
  );
}
