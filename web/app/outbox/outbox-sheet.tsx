import { Dialog } from '@base-ui/react/dialog';
import { useAtomValue } from 'jotai';
import { Clock, SendHorizontal, X } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { sendPendingActions } from '../../client/outbox/browser-outbox.ts';
import { blockReasonAtom, waitingActionsAtom } from '../../client/outbox/outbox-atoms.ts';
import { Button } from '../../ui/button.tsx';
import { PendingList } from './pending-list.tsx';

const reasons = {
  offline:
    'This device has no connection. What you did is kept here, and sent in this order when the line is back.',
  'sign-in': 'Your sign-in has ended. Log in again, and what you did is sent in this order.',
  unreachable: 'The server cannot be reached. What you did is kept here, and sent in this order when it can.',
} as const;

const Content = ({ title }: { title: RefObject<HTMLHeadingElement | null> }) => {
  const acts = useAtomValue(waitingActionsAtom);
  const holdUp = useAtomValue(blockReasonAtom);
  const [sending, setSending] = useState(false);
  const [tried, setTried] = useState(false);
  const send = async () => {
    setSending(true);
    try {
      await sendPendingActions();
    } finally {
      setSending(false);
      setTried(true);
    }
  };
  const said = tried && !sending && holdUp !== null && acts.length > 0;
  return (
    <>
      <p className="text-sm text-muted">
        {acts.length === 0
          ? 'Nothing waits. Everything you did is sent.'
          : holdUp === null
            ? 'These were not taken by the server. You decide what becomes of them.'
            : reasons[holdUp]}
      </p>
      <PendingList acts={acts} onGone={() => title.current?.focus()} />
      <div className="mt-4 flex flex-col gap-3">
        {acts.length > 0 && holdUp !== null && (
          <Button working={sending} onClick={() => void send()}>
            {!sending && <SendHorizontal className="size-4 shrink-0" aria-hidden="true" />}
            Send now
          </Button>
        )}
        <p role="status" className="text-sm text-warning empty:hidden">
          {said ? 'It could not be sent yet. It stays here and is tried again by itself.' : null}
        </p>
        {acts.length > 0 && (
          <p className="text-xs text-muted">What waits for more than 14 days is dropped.</p>
        )}
      </div>
    </>
  );
};

/** Where the focus goes when the button that opened the sheet is gone, because nothing waits any more. */
const pageHeading = () => document.querySelector<HTMLElement>('main h1');

/** Beside the connection's dot, while something waits: how much, and the way to see it. */
export const OutboxSheet = () => {
  const count = useAtomValue(waitingActionsAtom).length;
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      {count > 0 && (
        <Dialog.Trigger
          ref={trigger}
          className="inline-flex min-h-8 shrink-0 items-center gap-1 rounded-full bg-warning-ground px-2.5 text-xs font-medium text-warning tabular-nums hover:underline"
        >
          <Clock className="size-3.5 shrink-0" aria-hidden="true" />
          {count}{' '}
          <span className="sr-only sm:max-lg:not-sr-only 2xl:not-sr-only">
            {count === 1 ? 'waits' : 'wait'}
          </span>{' '}
          <span className="sr-only">to be sent</span>
        </Dialog.Trigger>
      )}
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-veil transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup
          initialFocus={title}
          finalFocus={() => trigger.current ?? pageHeading() ?? true}
          className="fixed inset-y-0 right-0 z-40 w-full max-w-md overflow-y-auto overscroll-contain border-l border-hairline bg-surface p-5 transition-transform duration-200 data-ending-style:translate-x-full data-starting-style:translate-x-full"
        >
          <div className="mb-2 flex items-center justify-between gap-3">
            <Dialog.Title ref={title} tabIndex={-1} className="font-serif text-xl font-semibold outline-none">
              Waiting to be sent
            </Dialog.Title>
            <Dialog.Close
              aria-label="Close the list"
              className="inline-flex size-10 shrink-0 items-center justify-center rounded-control hover:bg-brand-soft"
            >
              <X className="size-5" aria-hidden="true" />
            </Dialog.Close>
          </div>
          <Content title={title} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
};
