import { Dialog } from '@base-ui/react/dialog';
import { useAtomValue } from 'jotai';
import { CircleAlert, Clock, SendHorizontal, X } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { blockReasonAtom } from '../../client/outbox/block-reason.ts';
import { sendPendingActions } from '../../client/outbox/enqueue-action.ts';
import { waitingActionsAtom } from '../../client/outbox/outbox-atoms.ts';
import { discardOrReport, retryOrReport } from '../../client/outbox/outbox-toasts.ts';
import type { PendingAction } from '../../client/outbox/pending-action.ts';
import { Button } from '../../ui/button.tsx';
import { findPageHeading } from '../../ui/page-heading-focus.ts';
import { createRepeatGuard, doubleClickMs } from '../../ui/repeat-guard.ts';

const timeFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const dateTimeFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

const formatTime = (timestamp: number) => {
  const date = new Date(timestamp);
  const isToday = date.toDateString() === new Date().toDateString();
  return isToday ? `Today, ${timeFormat.format(date)}` : dateTimeFormat.format(date);
};

/** One guard for the "Discard" buttons of all actions. */
const guardDiscard = createRepeatGuard(doubleClickMs);

/** A pending action. @param onRemove called before the action and its buttons are removed. */
const Item = ({ action, onRemove }: { action: PendingAction; onRemove: () => void }) => {
  const [isDiscarding, setIsDiscarding] = useState(false);
  const discard = async () => {
    setIsDiscarding(true);
    onRemove();
    if (!(await discardOrReport(action.key))) setIsDiscarding(false);
  };
  return (
    <li className="flex items-start gap-3 border-b border-hairline py-4 last:border-b-0">
      {action.problem === null ? (
        <Clock className="mt-0.5 size-4.5 shrink-0 text-warning" />
      ) : (
        <CircleAlert className="mt-0.5 size-4.5 shrink-0 text-bad" />
      )}
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{action.words}</p>
        <p className="mt-0.5 text-sm text-muted tabular-nums">
          <time dateTime={new Date(action.madeAt).toISOString()}>{formatTime(action.madeAt)}</time>
        </p>
        {action.problem !== null && (
          <p className="mt-1 text-sm text-bad wrap-anywhere">
            <span className="font-medium">Not sent.</span> {action.problem}
          </p>
        )}
        <div className="mt-2 -ml-3 flex flex-wrap gap-1">
          {action.problem !== null && (
            <Button variant="quiet" size="small" onClick={() => void retryOrReport(action.key)}>
              Try again<span className="sr-only">: {action.words}</span>
            </Button>
          )}
          <Button
            variant="quiet"
            size="small"
            isWorking={isDiscarding}
            onClick={() => void guardDiscard(discard)}
          >
            Discard<span className="sr-only">: {action.words}</span>
          </Button>
        </div>
      </div>
    </li>
  );
};

const reasons = {
  offline: 'You’re offline. Your changes are saved here and will be sent in this order when you reconnect.',
  'sign-in': 'Your sign-in has ended. Log in again to send your changes in this order.',
  budget:
    'You have reached today’s limit of changes. Your changes are saved here and will be sent in this order after midnight (UTC).',
  unreachable:
    'The server cannot be reached or has a problem. Your changes are saved here and will be sent in this order.',
} as const;

const describeWaiting = (count: number, blockReason: keyof typeof reasons | null) => {
  if (count === 0) return 'No changes are waiting.';
  if (blockReason === null) return 'The server did not accept these changes. Try again or discard them.';
  return reasons[blockReason];
};

const Content = ({ title }: { title: RefObject<HTMLHeadingElement | null> }) => {
  const actions = useAtomValue(waitingActionsAtom);
  const blockReason = useAtomValue(blockReasonAtom);
  const [isSending, setIsSending] = useState(false);
  const [hasTried, setHasTried] = useState(false);
  const send = async () => {
    setIsSending(true);
    try {
      await sendPendingActions();
    } finally {
      setIsSending(false);
      setHasTried(true);
    }
  };
  const hasFailed = hasTried && !isSending && blockReason !== null && actions.length > 0;
  return (
    <>
      <p className="text-sm text-muted">{describeWaiting(actions.length, blockReason)}</p>
      <ol className="mt-2">
        {actions.map((action) => (
          <Item
            key={action.key}
            action={action}
            onRemove={() => title.current?.focus({ preventScroll: true })}
          />
        ))}
      </ol>
      <div className="mt-4 flex flex-col gap-3">
        {actions.length > 0 && blockReason !== null && (
          <Button isWorking={isSending} onClick={() => void send()}>
            {!isSending && <SendHorizontal className="size-4 shrink-0" />}
            Send now
          </Button>
        )}
        <p role="status" className="text-sm text-warning empty:hidden">
          {hasFailed ? 'Sending failed. We will try again automatically.' : null}
        </p>
        {actions.length > 0 && <p className="text-xs text-muted">Unsent changes expire after 14 days.</p>}
      </div>
    </>
  );
};

/** A button with the number of changes that are waiting to be sent. It opens a list of them, and is rendered only if there are any. */
export default function OutboxSheet() {
  const count = useAtomValue(waitingActionsAtom).length;
  const [isOpen, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      {count > 0 && (
        <Dialog.Trigger
          ref={trigger}
          className="inline-flex min-h-8 shrink-0 items-center gap-1 rounded-full bg-warning-ground px-2.5 text-xs font-medium text-warning tabular-nums hover:underline"
        >
          <Clock className="size-3.5 shrink-0" />
          {count} <span className="sr-only sm:max-lg:not-sr-only 2xl:not-sr-only">waiting</span>{' '}
          <span className="sr-only">to sync</span>
        </Dialog.Trigger>
      )}
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-veil transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup
          initialFocus={title}
          // If no changes are waiting any more, the button that opened the sheet is gone.
          finalFocus={() => trigger.current ?? findPageHeading() ?? true}
          className="fixed inset-y-0 right-0 z-40 w-full max-w-md overflow-y-auto overscroll-contain border-l border-hairline bg-surface p-5 transition-transform duration-200 data-ending-style:translate-x-full data-starting-style:translate-x-full"
        >
          <div className="mb-2 flex items-center justify-between gap-3">
            <Dialog.Title ref={title} tabIndex={-1} className="font-serif text-xl font-semibold outline-none">
              Waiting to sync
            </Dialog.Title>
            <Dialog.Close
              aria-label="Close list"
              className="inline-flex size-10 shrink-0 items-center justify-center rounded-control hover:bg-brand-soft"
            >
              <X className="size-5" />
            </Dialog.Close>
          </div>
          <Content title={title} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
