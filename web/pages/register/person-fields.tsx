import { useAtomValue } from 'jotai';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { initialsAddress } from '#contract/initials.ts';
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

/**
 * @param onUse called with the address of a picture of the initials.
 * @param onNameMissing called instead if there is no name yet.
 */
export const ImageField = ({
  field,
  error,
  name,
  url,
  onUse,
  onNameMissing,
}: RegisteredField & {
  name: string;
  url: string;
  onUse: (address: string) => void;
  onNameMissing: () => void;
}) => (
  <div className="flex items-start gap-4">
    <div className="relative min-w-0 flex-1">
      <Input
        label="Image URL"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        required
        placeholder="https://…"
        hint={useAtomValue(pictureHintAtom)(url)}
        error={error}
        {...field}
      />
      <button
        type="button"
        onClick={() => {
          const address = initialsAddress(name);
          if (address === null) onNameMissing();
          else onUse(address);
        }}
        className="absolute -top-1 right-0 min-h-7 text-sm font-medium text-brand underline underline-offset-2"
      >
        Use my initials
      </button>
    </div>
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
