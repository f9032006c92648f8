import { CircleAlert, Clock } from 'lucide-react';
import { useState } from 'react';
import { discardAction, retryAction } from '../../client/outbox/browser-outbox.ts';
import type { PendingAction } from '../../client/outbox/pending-action.ts';
import { Button } from '../../ui/button.tsx';

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const dayAndClock = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

const timeOf = (at: number) => {
  const date = new Date(at);
  const today = date.toDateString() === new Date().toDateString();
  return today ? `Today, ${clock.format(date)}` : dayAndClock.format(date);
};

const Item = ({ act, onGone }: { act: PendingAction; onGone: () => void }) => {
  const [dropping, setDropping] = useState(false);
  const drop = async () => {
    setDropping(true);
    onGone();
    await discardAction(act.key);
  };
  return (
    <li className="flex items-start gap-3 border-b border-hairline py-4 last:border-b-0">
      {act.problem === null ? (
        <Clock className="mt-0.5 size-4.5 shrink-0 text-warning" aria-hidden="true" />
      ) : (
        <CircleAlert className="mt-0.5 size-4.5 shrink-0 text-bad" aria-hidden="true" />
      )}
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{act.words}</p>
        <p className="mt-0.5 text-sm text-muted tabular-nums">
          <time dateTime={new Date(act.madeAt).toISOString()}>{timeOf(act.madeAt)}</time>
        </p>
        {act.problem !== null && (
          <p className="mt-1 text-sm text-bad wrap-anywhere">
            <span className="font-medium">Not sent.</span> {act.problem}
          </p>
        )}
        <div className="mt-2 -ml-3 flex flex-wrap gap-1">
          {act.problem !== null && (
            <Button look="quiet" size="small" onClick={() => void retryAction(act.key)}>
              Try again<span className="sr-only">: {act.words}</span>
            </Button>
          )}
          <Button look="quiet" size="small" working={dropping} onClick={() => void drop()}>
            Drop<span className="sr-only">: {act.words}</span>
          </Button>
        </div>
      </div>
    </li>
  );
};

/** What waits, in the order in which it will be sent. @param onGone called before one of them leaves with its button. */
export const PendingList = ({ acts, onGone }: { acts: readonly PendingAction[]; onGone: () => void }) => (
  <ol className="mt-2">
    {acts.map((act) => (
      <Item key={act.key} act={act} onGone={onGone} />
    ))}
  </ol>
);
