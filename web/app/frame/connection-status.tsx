import { useAtomValue } from 'jotai';
import { RefreshCw, WifiOff } from 'lucide-react';
import { type Connection, connectionAtom } from '../../client/connection.ts';
import { waitingActionsAtom } from '../../client/outbox/outbox-atoms.ts';
import { classNames } from '../../ui/class-names.ts';
import { OutboxSheet } from '../load-later.tsx';

const appearances: Record<
  Exclude<Connection, 'starting'>,
  { label: string; dot: string; meaning: string }
> = {
  live: { label: 'Live', dot: 'bg-good', meaning: 'Changes appear automatically.' },
  reconnecting: {
    label: 'Reconnecting',
    dot: 'border-2 border-warning',
    meaning: 'Connection lost. Reconnecting…',
  },
  offline: {
    label: 'Offline',
    dot: 'border-2 border-bad',
    meaning: 'You’re offline. You can still read pages you opened before.',
  },
  past: { label: 'Past', dot: 'border-2 border-warning', meaning: 'You are viewing a moment in the past.' },
};

/**
 * Replaces the dot and the label at the widths at which the number of unsent changes leaves no space for the label. A dot alone would
 * show the state only by its colour.
 */
const StateIcon = ({ connection }: { connection: 'offline' | 'reconnecting' }) => {
  const Icon = connection === 'offline' ? WifiOff : RefreshCw;
  return (
    <Icon
      className={classNames(
        'size-4 sm:max-lg:hidden 2xl:hidden',
        connection === 'offline' ? 'text-bad' : 'text-warning',
      )}
    />
  );
};

/**
 * The state of the live connection, and the number of unsent changes. The state is invisible but keeps its space while the
 * first connection is being opened.
 */
export const ConnectionStatus = () => {
  const connection = useAtomValue(connectionAtom);
  const hasWaitingActions = useAtomValue(waitingActionsAtom).length > 0;
  const isStarting = connection === 'starting';
  const iconState =
    hasWaitingActions && (connection === 'offline' || connection === 'reconnecting') ? connection : null;
  const { label, dot, meaning } = appearances[isStarting ? 'live' : connection];
  return (
    <>
      <span
        role="status"
        title={meaning}
        className={classNames(
          'inline-flex items-center gap-1.5 text-xs text-muted',
          isStarting && 'invisible',
        )}
      >
        <span
          aria-hidden="true"
          className={classNames('size-2 rounded-full', dot, iconState && 'max-sm:hidden lg:max-2xl:hidden')}
        />
        {iconState && <StateIcon connection={iconState} />}
        <span className="sr-only">Connection: </span>
        <span className={hasWaitingActions ? 'max-sm:sr-only lg:max-2xl:sr-only' : undefined}>{label}</span>
      </span>
      <OutboxSheet isNeeded={hasWaitingActions} />
    </>
  );
};
