import { CircleAlert, CircleCheck, Hourglass, type LucideIcon } from 'lucide-react';
import { Chip, type ChipTone } from '../../ui/chip.tsx';
import type { TablesState } from './dashboard-format.ts';

const icons: Partial<Record<ChipTone, LucideIcon>> = {
  good: CircleCheck,
  warning: Hourglass,
  bad: CircleAlert,
};

/** A status as a word with an icon. */
export const StateChip = ({
  state: { tone, word },
  size = 'normal',
}: {
  state: TablesState;
  size?: 'normal' | 'large';
}) => {
  const Icon = icons[tone];
  return (
    <Chip
      tone={tone}
      icon={Icon && <Icon className="size-3.5 shrink-0" aria-hidden="true" />}
      className={size === 'large' ? 'font-sans text-sm' : 'font-sans'}
    >
      {word}
    </Chip>
  );
};
