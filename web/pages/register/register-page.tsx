import { zodResolver } from '@hookform/resolvers/zod';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useLocation } from 'react-router-dom';
import { describePasswordPolicy } from '#contract/password-policy.ts';
import { FormError, RequestId } from '../../client/api/form-error.tsx';
import { setFieldErrors } from '../../client/api/set-field-errors.ts';
import { configurationAtom } from '../../client/configuration.ts';
import {
  describeProviderError,
  findProviderErrorAdvice,
  findProviderErrorField,
} from '../../client/identity/provider-error-advice.ts';
import { paths } from '../../client/paths.ts';
import { getSessionController } from '../../client/session/start-session.ts';
import { usePasswordPolicy } from '../../client/session/use-password-policy.ts';
import { ImageField } from '../../domains/users/image-field.tsx';
import { Button } from '../../ui/button.tsx';
import { EmailInput } from '../../ui/email-input.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { showMessage } from '../../ui/popup.ts';
import { toast } from '../../ui/toast.ts';
import { useGoTo } from '../../ui/use-go-to.ts';
import { NameField, UserTypeField } from './person-fields.tsx';
import { createRegistration, createUserRecord } from './registration.ts';
import {
  createRegistrationForm,
  describeRoleRequest,
  type Registration,
  type RegistrationFields,
} from './registration-form.ts';
import { showRegistered, showVerificationSent } from './show-registered.ts';

const fields = ['name', 'imageUrl', 'email', 'password', 'userType'] as const;

/** Explains why the registration failed and what to do next, in addition to the popup that the specification requires. */
const FailureReason = ({ error, hasOnlyIdentity }: { error: unknown; hasOnlyIdentity: boolean }) => (
  <FormError
    text={error === null ? null : describeProviderError(error, 'The registration could not be completed.')}
  >
    {findProviderErrorAdvice(error) !== null && <p>{findProviderErrorAdvice(error)}</p>}
    {hasOnlyIdentity && (
      <p>
        Your sign-in was created, but not your profile. Press Register again, or log in later to complete it.
      </p>
    )}
    <RequestId error={error} />
  </FormError>
);

export default function RegisterPage() {
  const { state } = useLocation();
  const goTo = useGoTo();
  const roleSignup = useAtomValue(configurationAtom)?.roleSignup;
  const policy = usePasswordPolicy();
  const [registration] = useState(() =>
    createRegistration({
      createAccount: (email, password) => getSessionController().createAccount(email, password),
      createRecord: createUserRecord,
    }),
  );
  const [failure, setFailure] = useState<unknown>(null);
  const { register, handleSubmit, formState, setError, setValue, trigger, watch } = useForm<
    RegistrationFields,
    unknown,
    Registration
  >({
    resolver: zodResolver(createRegistrationForm(policy)),
    defaultValues: { name: '', imageUrl: '', email: '', password: '', userType: 'Student' },
  });
  const { errors, isSubmitting } = formState;

  const showFailure = (error: unknown) => {
    const field = findProviderErrorField(error);
    const advice = findProviderErrorAdvice(error);
    if (field !== null && advice !== null)
      setError(field, { type: 'provider', message: advice }, { shouldFocus: true });
    else setFieldErrors<RegistrationFields>(error, fields, setError);
    setFailure(error);
    void showMessage({ tone: 'bad', title: 'Error!', text: 'Registration failed. Please try again.' });
  };

  const submit = handleSubmit(async (form) => {
    setFailure(null);
    try {
      const { email, isProfileSet, awaitsVerification } = await registration.submit(form);
      await goTo(paths.login, { state: { ...state, email } });
      if (awaitsVerification) void showVerificationSent(email);
      else void showRegistered(form.name);
      if (!isProfileSet) toast.error('Error updating profile. Please try again.');
    } catch (error) {
      showFailure(error);
    }
  });

  return (
    <>
      <PageHeading title="Register" subtitle="Create your account." />
      <form noValidate data-error-lines onSubmit={submit} className="mt-8 space-y-6">
        <NameField field={register('name')} error={errors.name?.message} />
        <ImageField
          field={register('imageUrl')}
          error={errors.imageUrl?.message}
          name={watch('name')}
          url={watch('imageUrl')}
          onUseInitials={(address) =>
            setValue('imageUrl', address, { shouldDirty: true, shouldValidate: true })
          }
          onNameMissing={() => void trigger('name', { shouldFocus: true })}
        />
        <EmailInput error={errors.email?.message} {...register('email')} />
        <PasswordInput
          label="Password"
          autoComplete="new-password"
          required
          hint={describePasswordPolicy(policy)}
          error={errors.password?.message}
          {...register('password')}
        />
        <UserTypeField
          field={register('userType')}
          error={errors.userType?.message}
          note={describeRoleRequest(roleSignup, watch('userType'))}
        />
        <FailureReason error={failure} hasOnlyIdentity={registration.hasOnlyIdentity()} />
        <Button type="submit" isWorking={isSubmitting} className="w-full">
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
