import { zodResolver } from '@hookform/resolvers/zod';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Navigate, useLocation } from 'react-router-dom';
import type { z } from 'zod';
import { type UserRegistration, userRegistration } from '#contract/users.ts';
import { configurationAtom } from '../../client/configuration.ts';
import { putErrorsAtFields } from '../../client/api/errors-at-fields.ts';
import { providerText } from '../../client/identity/provider-error.ts';
import { logFailure } from '../../client/log-failure.ts';
import { paths } from '../../client/paths.ts';
import { updateOwnProfile } from '../../client/session/account.ts';
import { pathAfterLogin } from '../../client/session/remembered-path.ts';
import { askRoleAgain } from '../../client/session/role-changed.ts';
import { type Person, sessionAtom } from '../../client/session/session.ts';
import { signOut } from '../../client/session/sign-out.ts';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/field.tsx';
import { FormFailure, RequestId } from '../../client/api/form-failure.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { tell } from '../../ui/popup.ts';
import { PageSpinner } from '../../ui/spinner.tsx';
import { toast } from '../../ui/toast.ts';
import { ImageField, NameField, UserTypeField } from './person-fields.tsx';
import { makeRecord } from './register-person.ts';
import { wishNote } from './registration-form.ts';
import { sayRegistered } from './say-registered.ts';

const fields = ['name', 'imageUrl', 'email', 'userType'] as const;

const nameProfile = async (record: UserRegistration) => {
  try {
    await updateOwnProfile({ displayName: record.name, photoURL: record.imageUrl });
  } catch (cause) {
    logFailure('The profile could not be named.', cause);
    toast.error('Error updating profile. Please try again.');
  }
};

const CompletionForm = ({ person }: { person: Person }) => {
  const roleSignup = useAtomValue(configurationAtom)?.roleSignup;
  const [failure, setFailure] = useState<unknown>(null);
  const { register, handleSubmit, formState, setError, watch } = useForm<
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
      await makeRecord(record);
      await nameProfile(record);
      void sayRegistered(record.name);
      await askRoleAgain();
    } catch (error) {
      putErrorsAtFields(error, fields, setError);
      setFailure(error);
      void tell({ tone: 'error', title: 'Error!', text: 'Registration failed. Please try again.' });
    }
  });

  return (
    <form noValidate onSubmit={submit} className="mt-8 space-y-5">
      <NameField field={register('name')} error={errors.name?.message} />
      <ImageField
        field={register('imageUrl')}
        error={errors.imageUrl?.message}
        name={watch('name')}
        url={watch('imageUrl')}
      />
      <Input
        label="Email"
        type="email"
        readOnly
        hint="The e-mail that you are signed in with."
        error={errors.email?.message}
        {...register('email')}
      />
      <UserTypeField
        field={register('userType')}
        error={errors.userType?.message}
        note={wishNote(roleSignup, watch('userType'))}
      />
      <FormFailure
        text={failure === null ? null : providerText(failure, 'The registration could not be finished.')}
      >
        <RequestId error={failure} />
      </FormFailure>
      <Button type="submit" working={isSubmitting} className="w-full">
        Complete registration
      </Button>
      <Button look="quiet" className="w-full" onClick={() => void signOut()}>
        Not you? Logout
      </Button>
    </form>
  );
};

/** For a person who is signed in but whom the school does not know: their registration broke off half-way. */
export default function CompleteRegistrationPage() {
  const session = useAtomValue(sessionAtom);
  const { state } = useLocation();
  if (session.status === 'loading') return <PageSpinner label="Checking your sign-in" />;
  if (session.status === 'visitor') return <Navigate to={paths.login} state={state} replace />;
  if (session.role === 'known') return <Navigate to={pathAfterLogin(state)} replace />;
  if (session.role === 'asking') return <PageSpinner label="Looking for your record" />;
  return (
    <>
      <PageHeading
        title="Complete your registration"
        subtitle="You can sign in, but the school has no record of you yet. This makes it, and you need no new password."
      />
      <CompletionForm person={session.person} />
    </>
  );
}
