import type { UseFormRegisterReturn } from 'react-hook-form';
import { userTypes } from '#contract/schemas/users.ts';
import { Input, Select } from '../../ui/field.tsx';

/**
 * A field that the page has registered with the form. The page registers the fields in their visual order, so that the first invalid
 * field gets the focus.
 */
type RegisteredField = { field: UseFormRegisterReturn; error: string | undefined };

export const NameField = ({ field, error }: RegisteredField) => (
  <Input label="Name" autoComplete="name" required error={error} {...field} />
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
