import { type FormEvent, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { describePasswordPolicy, findPasswordProblem } from '#contract/password-policy.ts';
import { FormError } from '../../client/api/form-error.tsx';
import {
  describeProviderError,
  findProviderErrorAdvice,
} from '../../client/identity/provider-error-advice.ts';
import { paths } from '../../client/paths.ts';
import { getSessionController } from '../../client/session/start-session.ts';
import { usePasswordPolicy } from '../../client/session/use-password-policy.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { toast } from '../../ui/toast.ts';
import { useGoTo } from '../../ui/use-go-to.ts';

const NoCode = () => (
  <>
    <PageHeading title="New password" subtitle="This link is incomplete." />
    <p className="mt-6 text-muted">Open the complete link from the e-mail, or request a new one.</p>
    <ButtonLink to={paths.forgottenPassword} className="mt-6 w-full">
      Send a new link
    </ButtonLink>
  </>
);

/** The page behind the link in the e-mail. The code in the address (`oobCode`) can be used once, for a new password. */
export default function NewPasswordPage() {
  const [search] = useSearchParams();
  const goTo = useGoTo();
  const [password, setPassword] = useState('');
  const [failure, setFailure] = useState<{ text: string; advice: string | null } | null>(null);
  const [isSaving, setSaving] = useState(false);
  const policy = usePasswordPolicy();
  const code = search.get('oobCode');
  if (code === null || code === '') return <NoCode />;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSaving) return;
    const problem = password === '' ? 'Please enter a new password.' : findPasswordProblem(policy, password);
    if (problem !== null) {
      setFailure({ text: problem, advice: null });
      return;
    }
    setSaving(true);
    setFailure(null);
    try {
      const email = await getSessionController().resetPassword(code, password);
      toast.success('Your password was changed.');
      await goTo(paths.login, { state: { email }, replace: true });
    } catch (error) {
      const text = describeProviderError(error, 'The password could not be changed. Please try again.');
      setFailure({ text, advice: findProviderErrorAdvice(error) });
    } finally {
      setSaving(false);
    }
  };

  return (
    <>
      <PageHeading title="New password" subtitle="Choose a password that you use nowhere else." />
      <form noValidate data-error-lines onSubmit={submit} className="mt-8 space-y-5">
        <PasswordInput
          label="Password"
          name="password"
          autoComplete="new-password"
          required
          hint={describePasswordPolicy(policy)}
          value={password}
          onChange={(event) => {
            setPassword(event.target.value);
            setFailure(null);
          }}
        />
        <FormError text={failure?.text ?? null}>{failure?.advice && <p>{failure.advice}</p>}</FormError>
        <Button type="submit" isWorking={isSaving} className="w-full">
          Change password
        </Button>
      </form>
      <p className="mt-8 text-center text-muted">
        Link expired?{' '}
        <Link to={paths.forgottenPassword} className="font-medium text-brand underline">
          Send a new one
        </Link>
      </p>
    </>
  );
}
