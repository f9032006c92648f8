import { ChevronDown, CircleAlert } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

type Wiring = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined };

/**
 * A visible label, the control, a hint and an error, wired together. `children` gets what the control has to carry.
 * The error is a sentence, with an icon, and is announced when it appears.
 */
export const Field = ({
  label,
  hint,
  error,
  className,
  children,
}: {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  className?: string | undefined;
  children: (wiring: Wiring) => ReactNode;
}) => {
  const id = useId();
  const describedBy = [hint ? `${id}-hint` : null, error ? `${id}-error` : null].filter(Boolean).join(' ');
  return (
    <div className={classNames('flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy || undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      <div aria-live="polite">
        {error && (
          <p id={`${id}-error`} className="flex items-start gap-1.5 text-sm text-bad">
            <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
            {error}
          </p>
        )}
      </div>
    </div>
  );
};

/** The look of every control that takes text. */
export const controlClasses = (className?: string) =>
  classNames(
    'w-full rounded-control border border-control bg-surface px-3 text-base text-ink placeholder:text-muted',
    'min-h-11 transition-colors hover:border-brand aria-invalid:border-bad disabled:opacity-60',
    className,
  );

/** What stands around a control; {@link Field}. */
export type FieldProps = {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  fieldClassName?: string;
};

/** A labelled line of text; takes what `register()` of react-hook-form gives. */
export const Input = ({
  label,
  hint,
  error,
  fieldClassName,
  className,
  ...rest
}: FieldProps & ComponentProps<'input'>) => (
  <Field label={label} hint={hint} error={error} className={fieldClassName}>
    {(wiring) => <input {...rest} {...wiring} className={controlClasses(className)} />}
  </Field>
);

/** A labelled text of several lines. */
export const Textarea = ({
  label,
  hint,
  error,
  fieldClassName,
  className,
  ...rest
}: FieldProps & ComponentProps<'textarea'>) => (
  <Field label={label} hint={hint} error={error} className={fieldClassName}>
    {(wiring) => (
      <textarea {...rest} {...wiring} className={controlClasses(classNames('py-2.5', className))} />
    )}
  </Field>
);

/** A labelled choice of one; the options are its children. */
export const Select = ({
  label,
  hint,
  error,
  fieldClassName,
  className,
  ...rest
}: FieldProps & ComponentProps<'select'>) => (
  <Field label={label} hint={hint} error={error} className={fieldClassName}>
    {(wiring) => (
      <span className="relative block">
        <select
          {...rest}
          {...wiring}
          className={controlClasses(classNames('appearance-none truncate pr-10', className))}
        />
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-3 size-4.5 -translate-y-1/2 text-muted"
        />
      </span>
    )}
  </Field>
);
