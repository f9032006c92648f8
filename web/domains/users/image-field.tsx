import { useAtomValue } from 'jotai';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { initialsAddress } from '#contract/initials.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Input } from '../../ui/field.tsx';
import { pictureHintAtom } from './picture-hint.ts';

/**
 * The field for the address of a user's picture, with the picture beside it and a button that fills in a picture of the initials.
 * @param field the field as the page has registered it with its form.
 * @param hint shown under the field. If other users will not see the picture, a sentence that says so replaces the hint.
 * @param onUseInitials called with the address of a picture of the initials.
 * @param onNameMissing called instead of `onUseInitials` if there is no name yet.
 */
export const ImageField = ({
  field,
  error,
  hint,
  name,
  url,
  onUseInitials,
  onNameMissing,
}: {
  field: UseFormRegisterReturn;
  error: string | undefined;
  hint?: string;
  name: string;
  url: string;
  onUseInitials: (address: string) => void;
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
        hint={useAtomValue(pictureHintAtom)(url) ?? hint}
        error={error}
        {...field}
      />
      <button
        type="button"
        onClick={() => {
          const address = initialsAddress(name);
          if (address === null) onNameMissing();
          else onUseInitials(address);
        }}
        className="absolute -top-1 right-0 min-h-7 text-sm font-medium text-brand underline underline-offset-2"
      >
        Use my initials
      </button>
    </div>
    <Avatar name={name} url={url.trim() === '' ? null : url.trim()} className="mt-5.5 size-14" />
  </div>
);
