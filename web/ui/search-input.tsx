import { Search } from 'lucide-react';
import type { ComponentProps, KeyboardEvent } from 'react';
import { maxSearchLength } from '#contract/fields/text.ts';
import { controlClasses, Field } from './field.tsx';

type SearchInputProps = { label: string; value: string; onType: (text: string) => void };

/** An `onKeyDown` handler for a search box in a form with other fields. Without it, Enter in the search box would submit the form. */
export const ignoreEnter = (event: KeyboardEvent): void => {
  if (event.key === 'Enter') event.preventDefault();
};

/** A labelled search box. `onType` is called with the whole text after each change. Enter submits a surrounding form. */
export const SearchInput = ({
  label,
  onType,
  ...rest
}: SearchInputProps & Pick<ComponentProps<'input'>, 'placeholder' | 'required' | 'onKeyDown'>) => (
  <Field label={label}>
    {(attributes) => (
      <div className="relative">
        <Search className="pointer-events-none absolute top-1/2 left-3.5 size-4.5 -translate-y-1/2 text-muted" />
        <input
          {...rest}
          {...attributes}
          type="search"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={maxSearchLength}
          onChange={(event) => onType(event.target.value)}
          className={controlClasses('pl-10')}
        />
      </div>
    )}
  </Field>
);
