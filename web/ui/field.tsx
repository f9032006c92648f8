import { ChevronDown, CircleAlert } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

/** The props of a {@link Field} around a control. */
export type FieldProps = {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  fieldClassName?: string;
};

type ControlAttributes = {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
};

/**
 * A label, a control, a hint and an error, connected for screen readers. `children` renders the control with the given
 * attributes. An error is announced when it appears. Inside an element with `data-error-lines`, fields must be at least 20
 * pixels apart: the error is shown in the gap below its field, so that the layout does not shift.
 */
export const Field = ({
  label,
  hint,
  error,
  fieldClassName,
  children,
}: FieldProps & { children: (attributes: ControlAttributes) => ReactNode }) => {
  const id = useId();
  const describedBy = [hint ? `${id}-hint` : null, error ? `${id}-error` : null].filter(Boolean).join(' ');
  return (
    <div className={classNames('flex flex-col gap-1.5', fieldClassName)}>
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
      <div
        aria-live="polite"
        className="in-data-error-lines:-mt-1 in-data-error-lines:-mb-4 in-data-error-lines:min-h-5"
      >
        {error && (
          <p id={`${id}-error`} className="flex items-start gap-1.5 text-sm leading-5 text-bad">
            <CircleAlert className="mt-0.5 size-4 shrink-0" />
            {error}
          </p>
        )}
      </div>
    </div>
  );
};

export const controlClasses = (className?: string) =>
  classNames(
    'w-full rounded-control border border-control bg-surface px-3 text-base text-ink placeholder:text-muted',
    'min-h-11 transition-colors hover:border-brand aria-invalid:border-bad disabled:opacity-60',
    className,
  );

/** Returns the props of the control without those of its {@link Field}. */
export const omitFieldProps = <Props extends FieldProps>({
  label,
  hint,
  error,
  fieldClassName,
  ...props
}: Props) => props;

/** A labelled text input. Accepts the props from `register()` of react-hook-form. */
export const Input = ({ className, ...props }: FieldProps & ComponentProps<'input'>) => (
  <Field {...props}>
    {(attributes) => (
      <input {...omitFieldProps(props)} {...attributes} className={controlClasses(className)} />
    )}
  </Field>
);

export const Textarea = ({ className, ...props }: FieldProps & ComponentProps<'textarea'>) => (
  <Field {...props}>
    {(attributes) => (
      <textarea
        {...omitFieldProps(props)}
        {...attributes}
        className={controlClasses(classNames('py-2.5', className))}
      />
    )}
  </Field>
);

/** The options of a {@link Select}. @param names the text of each option by its value. */
export const Options = ({ names }: { names: Readonly<Record<string, string>> }) =>
  Object.entries(names).map(([value, name]) => (
    <option key={value} value={value}>
      {name}
    </option>
  ));

/** A labelled select. Its children are the options. */
export const Select = ({ className, ...props }: FieldProps & ComponentProps<'select'>) => (
  <Field {...props}>
    {(attributes) => (
      <span className="relative block">
        <select
          {...omitFieldProps(props)}
          {...attributes}
          className={controlClasses(classNames('appearance-none truncate pr-10', className))}
        />
        <ChevronDown className="pointer-events-none absolute top-1/2 right-3 size-4.5 -translate-y-1/2 text-muted" />
      </span>
    )}
  </Field>
);
