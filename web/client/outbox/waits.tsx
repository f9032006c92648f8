import { useAtomValue } from 'jotai';
import { Clock } from 'lucide-react';
import { heldUpAtom, unansweredAtom, unansweredOf } from './waiting.ts';
import { Chip } from '../../ui/chip.tsx';

/** Says of what is shown as done that it waits for the line. */
export const WaitsChip = ({
  className,
  children = 'Waits for the line',
}: {
  className?: string;
  children?: string;
}) => (
  <Chip
    tone="warning"
    icon={<Clock className="size-3.5 shrink-0" aria-hidden="true" />}
    {...(className ? { className } : {})}
  >
    {children}
  </Chip>
);

/** As {@link WaitsChip}, inside a button that has its own words. */
export const WaitsMark = () => (
  <span className="inline-flex items-center gap-1 text-sm">
    <Clock className="size-4 shrink-0" aria-hidden="true" />
    <span className="sr-only">– waits for the line</span>
    <span aria-hidden="true">waits</span>
  </span>
);

/**
 * Whether an act of this kind about this record is on its way (also one of another tab, or from before a reload), and
 * whether it waits for the line.
 */
export const useUnanswered = (kind: string, about: string) => {
  const act = unansweredOf(useAtomValue(unansweredAtom), kind, about);
  const heldUp = useAtomValue(heldUpAtom);
  return { act, waits: act !== undefined && heldUp };
};
