import { useAtomValue } from 'jotai';
import { type FormEvent, useRef, useState } from 'react';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { FormError } from '../../client/api/form-error.tsx';
import { configurationAtom } from '../../client/configuration.ts';
import { describeLoginError, findProviderErrorAdvice } from '../../client/identity/provider-error-advice.ts';
import { paths } from '../../client/paths.ts';
import { signIn } from '../../client/session/account.ts';
import { hasIdleSessionEndedAtom } from '../../client/session/idle-sign-out.ts';
import {
  describeLoginReason,
  getPathAfterLogin,
  readEmailForLogin,
} from '../../client/session/login-redirect.ts';
import { sessionAtom } from '../../client/session/session.ts';
import { Button } from '../../ui/button.tsx';
import { EmailInput } from '../../ui/email-input.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';

type Failure = { text: string; advice: string | null };

/** Says that the last session in this tab was ended because nobody used the browser. Otherwise renders nothing. */
const IdleNote = () => {
  const minutes = useAtomValue(configurationAtom)?.idleSignOutMinutes ?? 0;
  if (!useAtomValue(hasIdleSessionEndedAtom)) return null;
  return (
    <p role="status" className="mt-6 text-center text-muted">
      You were logged out because nobody used this browser for{' '}
      {minutes === 1 ? 'a minute' : `${minutes} minutes`}.
    </p>
  );
};

/** The login form. After the login, the page redirects as soon as the session says who is signed in. */
export default function LoginPage() {
  const session = useAtomValue(sessionAtom);
  const { state } = useLocation();
  const form = useRef<HTMLFormElement>(null);
  const [email, setEmail] = useState(readEmailForLogin(state));
  const [password, setPassword] = useState('');
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isSigningIn, setSigningIn] = useState(false);

  if (session.status === 'signed-in' && !isSigningIn) {
    return session.role === 'missing' ? (
      <Navigate to={paths.completeRegistration} state={state} replace />
    ) : (
      <Navigate to={getPathAfterLogin(state)} replace />
    );
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSigningIn) return;
    if (email.trim() === '' || password === '') {
      setFailure({ text: 'Please fill in all fields.', advice: null });
      form.current
        ?.querySelector<HTMLInputElement>(email.trim() === '' ? '[name=email]' : '[name=password]')
        ?.focus();
      return;
    }
    setFailure(null);
    setSigningIn(true);
    try {
      await signIn(email.trim(), password);
    } catch (error) {
      setFailure({ text: describeLoginError(error), advice: findProviderErrorAdvice(error) });
    } finally {
      setSigningIn(false);
    }
  };

  const createChangeHandler = (set: (value: string) => void) => (event: { target: { value: string } }) => {
    set(event.target.value);
    setFailure(null);
  };

  return (
    <>
      <PageHeading title="Login" subtitle={describeLoginReason(state) ?? 'Welcome back.'} />
      <IdleNote />
      <form ref={form} noValidate onSubmit={submit} className="mt-8 space-y-5">
        <EmailInput name="email" value={email} onChange={createChangeHandler(setEmail)} />
        <div>
          <PasswordInput
            label="Password"
            name="password"
            autoComplete="current-password"
            required
            value={password}
            onChange={createChangeHandler(setPassword)}
          />
          <p className="mt-2 text-right text-sm">
            <Link to={paths.forgottenPassword} state={{ ...state, email }} className="text-brand underline">
              Forgot your password?
            </Link>
          </p>
        </div>
        <FormError text={failure?.text ?? null}>{failure?.advice && <p>{failure.advice}</p>}</FormError>
        <Button type="submit" isWorking={isSigningIn} className="w-full">
          Login
        </Button>
      </form>
      <p className="mt-8 text-center text-muted">
        New here?{' '}
        <Link to={paths.register} state={state} className="font-medium text-brand underline">
          Register
        </Link>
      </p>
    </>
  );
}
