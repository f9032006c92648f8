import { CircleAlert, Clock } from 'lucide-react';
import { useState } from 'react';
import { discardAction, retryAction } from '../../client/outbox/browser-outbox.ts';
import type { PendingAction } from '../../client/outbox/pending-action.ts';
import { Button } from '../../ui/button.tsx';

const timeFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const dateTimeFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

const formatTime = (timestamp: number) => {
  const date = new Date(timestamp);
  const isToday = date.toDateString() === new Date().toDateString();
  return isToday ? `Today, ${timeFormat.format(date)}` : dateTimeFormat.format(date);
};

const Item = ({ action, onRemove }: { action: PendingAction; onRemove: () => void }) => {
  const [isDiscarding, setIsDiscarding] = useState(false);
  const discard = async () => {
    setIsDiscarding(true);
    onRemove();
    await discardAction(action.key);
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
            <Button look="quiet" size="small" onClick={() => void retryAction(action.key)}>
              Try again<span className="sr-only">: {action.words}</span>
            </Button>
          )}
          <Button look="quiet" size="small" working={isDiscarding} onClick={() => void discard()}>
            Discard<span className="sr-only">: {action.words}</span>
          </Button>
        </div>
      </div>
    </li>
  );
};

/** The pending actions in queue order. @param onRemove called before an action and its button are removed. */
export const PendingList = ({
  actions,
  onRemove,
}: {
  actions: readonly PendingAction[];
  onRemove: () => void;
}) => (
  <ol className="mt-2">
    {actions.map((action) => (
      <Item key={action.key} action={action} onRemove={onRemove} />
    ))}
  </ol>
);
