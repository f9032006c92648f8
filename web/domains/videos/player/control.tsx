import type { ComponentProps } from 'react';
import { classNames } from '../../../ui/class-names.ts';

/** A button of the player: a picture with a name, large enough for a thumb. */
export const Control = ({ label, className, ...rest }: { label: string } & ComponentProps<'button'>) => (
  <button
    {...rest}
    type="button"
    aria-label={label}
    title={label}
    className={classNames(
      'grid h-11 min-w-10 place-items-center rounded-control text-ink hover:bg-brand-soft hover:text-brand aria-pressed:text-brand disabled:cursor-not-allowed disabled:opacity-55 *:size-5',
      className,
    )}
  />
);
