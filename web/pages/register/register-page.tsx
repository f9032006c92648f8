import { zodResolver } from '@hookform/resolvers/zod';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { configurationAtom } from '../../client/configuration.ts';
import { putErrorsAtFields } from '../../client/api/errors-at-fields.ts';
import { adviceFor, fieldAtFault, providerText } from '../../client/identity/provider-error.ts';
import { paths } from '../../client/paths.ts';
import { Button } from '../../ui/button.tsx';
import { EmailInput } from '../../ui/email-input.tsx';
import { FormFailure, RequestId } from '../../client/api/form-failure.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { tell } from '../../ui/popup.ts';
import { toast } from '../../ui/toast.ts';
import { ImageField, NameField, UserTypeField } from './person-fields.tsx';
import { openRegistration } from './register-person.ts';
import {
  minPasswordLength,
  type Registration,
  type RegistrationFields,
  registrationForm,
  wishNote,
} from './registration-form.ts';
import { sayRegistered } from './say-registered.ts';

const fields = ['name', 'imageUrl', 'email', 'password', 'userType'] as const;

/** Why the registration failed, beside the specified popup: whose words, and what to do next. */
const Reason = ({ error, identityWasMade }: { error: unknown; identityWasMade: boolean }) => (
  <FormFailure text={error === null ? null : providerText(error, 'The registration could not be finished.')}>
    {adviceFor(error) !== null && <p>{adviceFor(error)}</p>}
    {identityWasMade && (
      <p>
        Your sign-in was made, the school's record not yet. Press Register again, or sign in later to complete
        it.
      </p>
    )}
    <RequestId error={error} />
  </FormFailure>
);

export default function RegisterPage() {
  const { state } = useLocation();
  const navigate = useNavigate();
  const roleSignup = useAtomValue(configurationAtom)?.roleSignup;
  const [registration] = useState(openRegistration);
  const [failure, setFailure] = useState<unknown>(null);
  const { register, handleSubmit, formState, setError, watch } = useForm<
    RegistrationFields,
    unknown,
    Registration
  >({
    resolver: zodResolver(registrationForm),
    defaultValues: { name: '', imageUrl: '', email: '', password: '', userType: 'Student' },
  });
  const { errors, isSubmitting } = formState;

  const fail = (error: unknown) => {
    const field = fieldAtFault(error);
    const advice = adviceFor(error);
    if (field !== null && advice !== null)
      setError(field, { type: 'provider', message: advice }, { shouldFocus: true });
    else putErrorsAtFields<RegistrationFields>(error, fields, setError);
    setFailure(error);
    void tell({ tone: 'error', title: 'Error!', text: 'Registration failed. Please try again.' });
  };

  const submit = handleSubmit(async (form) => {
    setFailure(null);
    try {
      const { profileNamed } = await registration.submit(form);
      await navigate(paths.login, { state: { ...state, email: form.email } });
      void sayRegistered(form.name);
      if (!profileNamed) toast.error('Error updating profile. Please try again.');
    } catch (error) {
      fail(error);
    }
  });

  return (
    <>
      <PageHeading title="Register" subtitle="A name, a picture, and you are one of us." />
      <form noValidate onSubmit={submit} className="mt-8 space-y-5">
        <NameField field={register('name')} error={errors.name?.message} />
        <ImageField
          field={register('imageUrl')}
          error={errors.imageUrl?.message}
          name={watch('name')}
          url={watch('imageUrl')}
        />
        <EmailInput error={errors.email?.message} {...register('email')} />
        <PasswordInput
          label="Password"
          autoComplete="new-password"
          required
          hint={`At least ${minPasswordLength} characters.`}
          error={errors.password?.message}
          {...register('password')}
        />
        <UserTypeField
          field={register('userType')}
          error={errors.userType?.message}
          note={wishNote(roleSignup, watch('userType'))}
        />
        <Reason error={failure} identityWasMade={registration.identityWasMade()} />
        <Button type="submit" working={isSubmitting} className="w-full">
          Register
        </Button>
      </form>
      <p className="mt-8 text-center text-muted">
        Already registered?{' '}
        <Link
          to={paths.login}
          state={{ ...state, email: watch('email') }}
          className="font-medium text-brand underline"
        >
          Login
        </Link>
      </p>
    </>
  );
}
