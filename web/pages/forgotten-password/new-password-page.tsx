import { type FormEvent, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { adviceFor, providerText } from '../../client/identity/provider-error.ts';
import { paths } from '../../client/paths.ts';
import { resetPassword } from '../../client/session/account.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { FormFailure } from '../../client/api/form-failure.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { toast } from '../../ui/toast.ts';

const NoCode = () => (
  <>
    <PageHeading title="New password" subtitle="This link is not complete." />
    <p className="mt-6 text-muted">Open the whole link from the message, or ask for a new one.</p>
    <ButtonLink to={paths.forgottenPassword} className="mt-6 w-full">
      Send a new link
    </ButtonLink>
  </>
);

/** Where the link of the message leads: `oobCode` in the address is the provider's permission for one new password. */
export default function NewPasswordPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const [failure, setFailure] = useState<{ text: string; advice: string | null } | null>(null);
  const [working, setWorking] = useState(false);
  const code = search.get('oobCode');
  if (code === null || code === '') return <NoCode />;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (working) return;
    if (password === '') {
      setFailure({ text: 'Please type a new password.', advice: null });
      return;
    }
    setWorking(true);
    setFailure(null);
    try {
      const email = await resetPassword(code, password);
      toast.success('Your password is changed.');
      await navigate(paths.login, { state: { email }, replace: true });
    } catch (error) {
      const text = providerText(error, 'The password could not be changed. Please try again.');
      setFailure({ text, advice: adviceFor(error) });
    } finally {
      setWorking(false);
    }
  };

  return (
    <>
      <PageHeading title="New password" subtitle="Choose one that you have nowhere else." />
      <form noValidate onSubmit={submit} className="mt-8 space-y-5">
        <PasswordInput
          label="Password"
          name="password"
          autoComplete="new-password"
          required
          hint="At least 6 characters."
          value={password}
          onChange={(event) => {
            setPassword(event.target.value);
            setFailure(null);
          }}
        />
        <FormFailure text={failure?.text ?? null}>{failure?.advice && <p>{failure.advice}</p>}</FormFailure>
        <Button type="submit" working={working} className="w-full">
          Change the password
        </Button>
      </form>
      <p className="mt-8 text-center text-muted">
        The link is too old?{' '}
        <Link to={paths.forgottenPassword} className="font-medium text-brand underline">
          Send a new one
        </Link>
      </p>
    </>
  );
}
