import { useAtomValue } from 'jotai';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { userTypes } from '#contract/schemas/users.ts';
import { pictureHintAtom } from '../../domains/users/picture-hint.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Input, Select } from '../../ui/field.tsx';

/**
 * A field that the page has registered with the form. The page registers the fields in their visual order, so that the first invalid
 * field gets the focus.
 */
type RegisteredField = { field: UseFormRegisterReturn; error: string | undefined };

export const NameField = ({ field, error }: RegisteredField) => (
  <Input label="Name" autoComplete="name" required error={error} {...field} />
);

export const ImageField = ({ field, error, name, url }: RegisteredField & { name: string; url: string }) => (
  <div className="flex items-start gap-4">
    <Input
      label="Image URL"
      inputMode="url"
      autoCapitalize="none"
      spellCheck={false}
      required
      placeholder="https://…"
      fieldClassName="min-w-0 flex-1"
      hint={useAtomValue(pictureHintAtom)(url)}
      error={error}
      {...field}
    />
    <Avatar name={name} url={url.trim() === '' ? null : url.trim()} className="mt-5.5 size-14" />
  </div>
);

export const UserTypeField = ({ field, error, note }: RegisteredField & { note: string | null }) => (
  <div>
    <Select label="User type" error={error} {...field}>
      {userTypes.map((type) => (
        <option key={type}>{type}</option>
      ))}
    </Select>
    <p aria-live="polite" className="mt-1.5 text-sm text-muted empty:hidden">
      {note}
    </p>
  </div>
);
