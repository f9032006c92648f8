import { useAtomValue } from 'jotai';
import { MailCheck } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { configurationAtom } from '../../client/configuration.ts';
import { adviceFor, isProviderError, providerText } from '../../client/identity/provider-error.ts';
import { paths } from '../../client/paths.ts';
import { sendPasswordReset } from '../../client/session/account.ts';
import { emailForLogin } from '../../client/session/remembered-path.ts';
import { Button } from '../../ui/button.tsx';
import { EmailInput } from '../../ui/email-input.tsx';
import { FormFailure } from '../../client/api/form-failure.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';

/** The answer is the same whether or not there is an account: who is registered here is nobody's business. */
const Sent = ({ email, mailless }: { email: string; mailless: boolean }) => (
  <div role="status" className="mt-8 rounded-control bg-good-ground px-4 py-4 text-good">
    <p className="flex gap-2 font-medium">
      <MailCheck className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
      <span className="min-w-0 break-words">
        If there is an account for {email}, a message with a link for a new password is on its way.
      </span>
    </p>
    <p className="mt-2 text-sm">
      Nothing there after some minutes? Look among unwanted mail, then try again.
    </p>
    {mailless && (
      <p className="mt-2 text-sm">
        This is a trial school without a post office: the link is printed in the terminal that runs it.
      </p>
    )}
  </div>
);

export default function ForgottenPasswordPage() {
  const { state } = useLocation();
  const mailless = useAtomValue(configurationAtom)?.authEmulatorUrl != null;
  const [email, setEmail] = useState(emailForLogin(state));
  const [failure, setFailure] = useState<{ text: string; advice: string | null } | null>(null);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [working, setWorking] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (working) return;
    const address = email.trim();
    if (address === '') {
      setFailure({ text: 'Please fill in your e-mail.', advice: null });
      return;
    }
    setWorking(true);
    setFailure(null);
    try {
      await sendPasswordReset(address);
      setSentTo(address);
    } catch (error) {
      if (isProviderError(error, 'user-not-found')) setSentTo(address);
      else
        setFailure({
          text: providerText(error, 'The message could not be sent. Please try again.'),
          advice: adviceFor(error),
        });
    } finally {
      setWorking(false);
    }
  };

  return (
    <>
      <PageHeading title="Forgotten password" subtitle="A link for a new one comes by e-mail." />
      {sentTo !== null && <Sent email={sentTo} mailless={mailless} />}
      <form noValidate onSubmit={submit} className="mt-8 space-y-5">
        <EmailInput
          name="email"
          value={email}
          onChange={(event) => {
            setEmail(event.target.value);
            setFailure(null);
          }}
        />
        <FormFailure text={failure?.text ?? null}>{failure?.advice && <p>{failure.advice}</p>}</FormFailure>
        <Button type="submit" working={working} className="w-full">
          {sentTo === null ? 'Send the link' : 'Send it again'}
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
