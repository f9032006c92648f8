import { CircleAlert, CircleCheck, Hourglass, type LucideIcon } from 'lucide-react';
import { Chip, type ChipTone } from '../../ui/chip.tsx';
import type { ReadModelStatus } from './dashboard-format.ts';

const icons: Partial<Record<ChipTone, LucideIcon>> = {
  good: CircleCheck,
  warning: Hourglass,
  bad: CircleAlert,
};

export const StatusChip = ({
  status: { tone, label },
  size = 'normal',
}: {
  status: ReadModelStatus;
  size?: 'normal' | 'large';
}) => (
  <Chip tone={tone} icon={icons[tone]} className={size === 'large' ? 'font-sans text-sm' : 'font-sans'}>
    {label}
  </Chip>
);
