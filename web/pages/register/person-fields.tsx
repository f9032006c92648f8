import type { UseFormRegisterReturn } from 'react-hook-form';
import { userTypes } from '#contract/users.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Input, Select } from '../../ui/field.tsx';

/**
 * A field as the page registers it. The page does that itself, in the order of the fields, so that the first one that is
 * wrong gets the focus.
 */
type Registered = { field: UseFormRegisterReturn; error: string | undefined };

export const NameField = ({ field, error }: Registered) => (
  <Input label="Name" autoComplete="name" required error={error} {...field} />
);

/** The picture's address, with the picture as others will see it. */
export const ImageField = ({ field, error, name, url }: Registered & { name: string; url: string }) => (
  <div className="flex items-start gap-4">
    <Input
      label="Image URL"
      inputMode="url"
      autoCapitalize="none"
      spellCheck={false}
      required
      placeholder="https://…"
      fieldClassName="min-w-0 flex-1"
      error={error}
      {...field}
    />
    <Avatar name={name} url={url.trim() === '' ? null : url.trim()} className="mt-5.5 size-14" />
  </div>
);

export const UserTypeField = ({ field, error, note }: Registered & { note: string | null }) => (
  <div>
    <Select label="User type" error={error} {...field}>
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
