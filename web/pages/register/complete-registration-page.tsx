import { zodResolver } from '@hookform/resolvers/zod';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Navigate, useLocation } from 'react-router-dom';
import type { z } from 'zod/mini';
import { type UserRegistration, userRegistration } from '#contract/schemas/users.ts';
import { FormError, RequestId } from '../../client/api/form-error.tsx';
import { setFieldErrors } from '../../client/api/set-field-errors.ts';
import { configurationAtom } from '../../client/configuration.ts';
import { describeProviderError } from '../../client/identity/provider-error-advice.ts';
import { logFailure } from '../../client/log-failure.ts';
import { paths } from '../../client/paths.ts';
import { refreshRole } from '../../client/session/account.ts';
import { getPathAfterLogin } from '../../client/session/login-redirect.ts';
import { type SignedInPerson, sessionAtom } from '../../client/session/session.ts';
import { getSessionController } from '../../client/session/start-session.ts';
import { ImageField } from '../../domains/users/image-field.tsx';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/field.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { showMessage } from '../../ui/popup.ts';
import { PageSpinner } from '../../ui/spinner.tsx';
import { toast } from '../../ui/toast.ts';
import { NameField, UserTypeField } from './person-fields.tsx';
import { createUserRecord } from './registration.ts';
import { describeRoleRequest } from './registration-form.ts';
import { showRegistered } from './show-registered.ts';
import { SignOutButton } from './sign-out-button.tsx';
import { VerifyEmailPanel } from './verify-email-panel.tsx';

const fields = ['name', 'imageUrl', 'email', 'userType'] as const;

const setProfile = async (record: UserRegistration) => {
  try {
    await getSessionController().updateProfile({ displayName: record.name, photoURL: record.imageUrl });
  } catch (cause) {
    logFailure('The profile could not be set.', cause);
    toast.error('Error updating profile. Please try again.');
  }
};

const CompletionForm = ({ person }: { person: SignedInPerson }) => {
  const roleSignup = useAtomValue(configurationAtom)?.roleSignup;
  const [failure, setFailure] = useState<unknown>(null);
  const { register, handleSubmit, formState, setError, setValue, trigger, watch } = useForm<
    z.input<typeof userRegistration>,
    unknown,
    UserRegistration
  >({
    resolver: zodResolver(userRegistration),
    defaultValues: {
      name: person.displayName,
      imageUrl: person.photoURL ?? '',
      email: person.email,
      userType: 'Student',
    },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (record) => {
    setFailure(null);
    try {
      await createUserRecord(record);
      await setProfile(record);
      void showRegistered(record.name);
      await refreshRole();
    } catch (error) {
      setFieldErrors(error, fields, setError);
      setFailure(error);
      void showMessage({ tone: 'bad', title: 'Error!', text: 'Registration failed. Please try again.' });
    }
  });

  return (
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
      <Input
        label="Email"
        type="email"
        readOnly
        hint="The e-mail address you sign in with."
        error={errors.email?.message}
        {...register('email')}
      />
      <UserTypeField
        field={register('userType')}
        error={errors.userType?.message}
        note={describeRoleRequest(roleSignup, watch('userType'))}
      />
      <FormError
        text={
          failure === null ? null : describeProviderError(failure, 'The registration could not be completed.')
        }
      >
        <RequestId error={failure} />
      </FormError>
      <Button type="submit" isWorking={isSubmitting} className="w-full">
        Complete registration
      </Button>
      <SignOutButton />
    </form>
  );
};

/**
 * The page for a person who has an identity but no user record, for example because the registration was interrupted or the e-mail
 * address is not verified yet.
 */
export default function CompleteRegistrationPage() {
  const session = useAtomValue(sessionAtom);
  const mustVerify = useAtomValue(configurationAtom)?.emailVerification === 'required';
  const { state } = useLocation();
  if (session.status === 'loading') return <PageSpinner label="Checking your sign-in" />;
  if (session.status === 'visitor') return <Navigate to={paths.login} state={state} replace />;
  // If the role could not be fetched, the person may already be a user. The client fetches it again automatically
  // (`retryRoleWhenLive`).
  if (session.role === 'known' || session.role === 'failed' || session.role === 'retrying')
    return <Navigate to={getPathAfterLogin(state)} replace />;
  if (session.role === 'loading') return <PageSpinner label="Loading your account" />;
  if (mustVerify && !session.person.isEmailVerified)
    return (
      <>
        <PageHeading title="Verify your e-mail address" subtitle="This shows that the address is yours." />
        <VerifyEmailPanel email={session.person.email} />
      </>
    );
  return (
    <>
      <PageHeading
        title="Complete your registration"
        subtitle="You have a sign-in but no profile yet. Complete it here; you keep your password."
      />
      <CompletionForm person={session.person} />
    </>
  );
}
