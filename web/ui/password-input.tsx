import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { classNames } from './class-names.ts';
import { controlClasses, Field, type FieldProps, omitFieldProps } from './field.tsx';

export const PasswordInput = ({ className, ...props }: FieldProps & ComponentProps<'input'>) => {
  const [isVisible, setVisible] = useState(false);
  const Icon = isVisible ? EyeOff : Eye;
  return (
    <Field {...props}>
      {(attributes) => (
        <div className="relative">
          <input
            {...omitFieldProps(props)}
            {...attributes}
            type={isVisible ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            className={controlClasses(classNames('pr-12', className))}
          />
          <button
            type="button"
            aria-pressed={isVisible}
            aria-label="Show password"
            onClick={() => setVisible(!isVisible)}
            className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-control text-muted hover:text-brand"
          >
            <Icon className="size-5" />
          </button>
        </div>
      )}
    </Field>
  );
};
