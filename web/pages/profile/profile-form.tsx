import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { updateAnswer } from '#contract/schemas/command-results.ts';
import { type User, type UserProfile, userProfile } from '#contract/schemas/users.ts';
import { CommandError } from '../../client/api/form-error.tsx';
import { sendCommand } from '../../client/api/send-command.ts';
import { setFieldErrors } from '../../client/api/set-field-errors.ts';
import { refreshRole } from '../../client/session/account.ts';
import { getSessionController } from '../../client/session/start-session.ts';
import { ImageField } from '../../domains/users/image-field.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Input } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.ts';

/**
 * Saves the name and picture, first in the user record and then with the identity provider. If the second step fails, the user
 * can save again.
 * @throws ApiError, or the provider's error.
 */
const saveProfile = async (email: string, profile: UserProfile): Promise<void> => {
  await sendCommand('PUT', `/users/${encodeURIComponent(email)}`, updateAnswer, { body: profile });
  await getSessionController().updateProfile({ displayName: profile.name, photoURL: profile.imageUrl });
  await refreshRole();
};

const failureText = 'Error updating profile. Please try again.';

/**
 * The form for the name and picture. Its input is kept when saving fails. A field that the user has not changed follows the changes
 * to the user record, so that saving the name does not undo the choice of a picture in another tab.
 */
export const ProfileForm = ({ user }: { user: User }) => {
  const saving = useMutation({ mutationFn: (profile: UserProfile) => saveProfile(user.email, profile) });
  const { register, handleSubmit, formState, setError, setValue, getValues, trigger, reset, watch } =
    useForm<UserProfile>({
      resolver: zodResolver(userProfile),
      values: { name: user.name, imageUrl: user.imageUrl },
      resetOptions: { keepDirtyValues: true, keepErrors: true },
    });
  const { errors, isDirty } = formState;
  // Not `isSubmitting`, which a change to the user record resets.
  const isWorking = saving.isPending;
  const save = handleSubmit(async (profile) => {
    if (isWorking) return;
    const typed = JSON.stringify(getValues());
    try {
      await saving.mutateAsync(profile);
      const hasChangedSince = JSON.stringify(getValues()) !== typed;
      reset(profile, { keepDirtyValues: false, keepValues: hasChangedSince });
      toast.success('Profile updated.');
    } catch (error) {
      toast.error(failureText);
      setFieldErrors(error, ['name', 'imageUrl'], setError);
    }
  });
  return (
    <Card className="p-6">
      <h2 className="font-serif text-xl font-semibold">Edit profile</h2>
      <form noValidate data-error-lines onSubmit={save} className="mt-5 flex flex-col gap-5">
        <Input label="Name" autoComplete="name" error={errors.name?.message} {...register('name')} />
        <ImageField
          field={register('imageUrl')}
          error={errors.imageUrl?.message}
          hint="The address of a picture of you. If it cannot be shown, your initials appear instead."
          name={watch('name')}
          url={watch('imageUrl')}
          onUseInitials={(address) =>
            setValue('imageUrl', address, { shouldDirty: true, shouldValidate: true })
          }
          onNameMissing={() => void trigger('name', { shouldFocus: true })}
        />
        <CommandError text={failureText} error={saving.error} />
        <div>
          {/* If the second step failed, the record already has the values of the form, so the form counts as unchanged. */}
          <Button type="submit" isWorking={isWorking} aria-disabled={!isDirty && !saving.isError}>
            Save
          </Button>
        </div>
      </form>
    </Card>
  );
};
