import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { type UserRegistration, userTypes } from '#events/contract/users.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Input, Select } from '../../ui/field.tsx';

type Names = keyof UserRegistration;
type Wiring = {
  register: (name: Names) => ReturnType<UseFormRegister<UserRegistration>>;
  errors: FieldErrors<UserRegistration>;
};

export const NameField = ({ register, errors }: Wiring) => (
  <Input label="Name" autoComplete="name" required error={errors.name?.message} {...register('name')} />
);

/** The picture's address, with the picture as others will see it. */
export const ImageField = ({ register, errors, name, url }: Wiring & { name: string; url: string }) => (
  <div className="flex items-start gap-4">
    <Input
      label="Image URL"
      type="url"
      inputMode="url"
      autoCapitalize="none"
      required
      placeholder="https://…"
      fieldClassName="min-w-0 flex-1"
      error={errors.imageUrl?.message}
      {...register('imageUrl')}
    />
    <Avatar name={name} url={url.trim() === '' ? null : url.trim()} className="mt-5.5 size-14" />
  </div>
);

export const UserTypeField = ({ register, errors, note }: Wiring & { note: string | null }) => (
  <div>
    <Select label="User type" error={errors.userType?.message} {...register('userType')}>
      {userTypes.map((type) => (
        <option key={type} value={type}>
          {type}
        </option>
      ))}
    </Select>
    <p aria-live="polite" className="mt-1.5 text-sm text-muted empty:hidden">
      {note}
    </p>
  </div>
);
