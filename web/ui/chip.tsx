import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type ChipTone = 'plain' | 'good' | 'warning' | 'bad' | 'info';

const tones: Record<ChipTone, string> = {
  plain: 'bg-sunken text-ink border-hairline',
  good: 'bg-good-ground text-good border-transparent',
  warning: 'bg-warning-ground text-warning border-transparent',
  bad: 'bg-bad-ground text-bad border-transparent',
  info: 'bg-info-ground text-info border-transparent',
};

/** A short label in a pill. Its colour must not be the only information, so a warning also needs an `icon`. */
export const Chip = ({
  tone = 'plain',
  icon: Icon,
  className,
  children,
}: {
  tone?: ChipTone;
  icon?: LucideIcon | undefined;
  className?: string | undefined;
  children: ReactNode;
}) => (
  <span
    className={classNames(
      'inline-flex items-center gap-1 rounded-full border px-2.5 py-0.5 text-xs font-medium',
      tones[tone],
      className,
    )}
  >
    {Icon && <Icon className="size-3.5 shrink-0" />}
    {children}
  </span>
);
