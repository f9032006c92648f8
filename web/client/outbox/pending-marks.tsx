import { useAtomValue } from 'jotai';
import { Clock } from 'lucide-react';
import { Chip } from '../../ui/chip.tsx';
import { findPendingAction, isSendingBlockedAtom, pendingActionsAtom } from './outbox-atoms.ts';

/** Marks a change that is shown but has not been sent yet. */
export const PendingChip = (props: { className?: string; children?: string }) => (
  <Chip tone="warning" icon={Clock} {...props}>
    {props.children ?? 'Waiting to sync'}
  </Chip>
);

/** Marks a pending change inside a button, after the button's label. */
export const PendingMark = () => (
  <span className="inline-flex items-center gap-1 text-sm">
    <Clock className="size-4 shrink-0" />
    <span className="sr-only">– waiting to sync</span>
    <span aria-hidden="true">waiting</span>
  </span>
);

/**
 * Finds the action of this kind on this record in {@link pendingActionsAtom}. Ignores actions that are set aside.
 * @returns `action`, undefined if there is none; and `isBlocked`, whether it waits because sending is blocked.
 */
export const usePendingAction = (kind: string, about: string) => {
  const action = findPendingAction(useAtomValue(pendingActionsAtom), kind, about);
  const isSendingBlocked = useAtomValue(isSendingBlockedAtom);
  return { action, isBlocked: action !== undefined && isSendingBlocked };
};
