import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'normal' | 'small';

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-brand text-on-brand hover:bg-brand-hover border-transparent',
  secondary: 'bg-surface text-ink border-control hover:border-brand hover:text-brand',
  quiet: 'bg-transparent text-ink border-transparent hover:bg-brand-soft hover:text-brand',
  danger: 'bg-bad-solid text-on-brand hover:bg-bad-solid-hover border-transparent',
};

const sizes: Record<ButtonSize, string> = {
  normal: 'min-h-11 px-4 text-base',
  small: 'min-h-9 px-3 text-sm',
};

/** Returns the classes of a button, for other elements that look like one. */
export const buttonClasses = (
  variant: ButtonVariant = 'primary',
  size: ButtonSize = 'normal',
  className?: string,
) =>
  classNames(
    'inline-flex items-center justify-center gap-2 rounded-control border font-medium transition-colors',
    // A button that cannot be used is grey.
    'disabled:cursor-not-allowed disabled:border-hairline disabled:bg-sunken disabled:text-muted',
    variants[variant],
    sizes[size],
    className,
  );

/** For a button or a link that cannot be used but keeps the focus. */
const unusableClasses =
  'aria-disabled:cursor-not-allowed aria-disabled:border-hairline aria-disabled:bg-sunken aria-disabled:text-muted';
/** A working button keeps its colours. */
const workingClasses = 'cursor-progress opacity-70';

type ButtonStyle = { variant?: ButtonVariant; size?: ButtonSize };

/**
 * A button. While `isWorking`, it ignores clicks, so that nothing is sent twice. It does the same while `aria-disabled`. In both
 * states it stays focusable, unlike a button that is `disabled`, and screen readers announce that it cannot be used.
 */
export const Button = ({
  variant,
  size,
  isWorking = false,
  'aria-disabled': isUnusable = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonStyle & { isWorking?: boolean; 'aria-disabled'?: boolean | undefined } & Omit<
    ComponentProps<'button'>,
    'aria-disabled'
  >) => (
  <button
    {...rest}
    type={type}
    aria-disabled={isWorking || isUnusable || undefined}
    onClick={(event) => {
      if (isWorking || isUnusable) event.preventDefault();
      else onClick?.(event);
    }}
    className={buttonClasses(
      variant,
      size,
      classNames(isWorking ? workingClasses : unusableClasses, className),
    )}
  >
    {isWorking && <Spinner label="Working" className="-ml-1 shrink-0" />}
    {children}
  </button>
);

export const ButtonLink = ({
  variant,
  size,
  className,
  ...rest
}: ButtonStyle & ComponentProps<typeof Link> & { children: ReactNode }) => (
  <Link
    {...rest}
    className={buttonClasses(variant, size, classNames(rest['aria-disabled'] && unusableClasses, className))}
  />
);
