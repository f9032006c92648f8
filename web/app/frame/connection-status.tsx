import { useAtomValue } from 'jotai';
import { RefreshCw, WifiOff } from 'lucide-react';
import { type Connection, connectionAtom } from '../../client/connection.ts';
import { waitingActionsAtom } from '../../client/outbox/outbox-atoms.ts';
import { classNames } from '../../ui/class-names.ts';
import { OutboxSheet } from '../outbox/outbox-sheet.tsx';

const looks: Record<Exclude<Connection, 'starting'>, { word: string; dot: string; meaning: string }> = {
  live: { word: 'Live', dot: 'bg-good', meaning: 'What you see follows every change.' },
  reconnecting: {
    word: 'Reconnecting',
    dot: 'border-2 border-warning',
    meaning: 'The line to the server is lost. It is tried again.',
  },
  offline: {
    word: 'Offline',
    dot: 'border-2 border-bad',
    meaning: 'This device has no connection. What was loaded can be read.',
  },
  past: { word: 'Past', dot: 'border-2 border-warning', meaning: 'You see the school as it was.' },
};

/** Stands for the word where what waits needs its place: a ring would say by its colour alone which it is. */
const Sign = ({ connection }: { connection: 'offline' | 'reconnecting' }) => {
  const Icon = connection === 'offline' ? WifiOff : RefreshCw;
  return (
    <Icon
      aria-hidden="true"
      className={classNames(
        'size-4 sm:max-lg:hidden 2xl:hidden',
        connection === 'offline' ? 'text-bad' : 'text-warning',
      )}
    />
  );
};

/** Whether the page follows the server: a dot and a word, and beside it how much waits to be sent. Its place is kept while the first connection is under way. */
export const ConnectionStatus = () => {
  const connection = useAtomValue(connectionAtom);
  const waits = useAtomValue(waitingActionsAtom).length > 0;
  const starting = connection === 'starting';
  const sign = waits && (connection === 'offline' || connection === 'reconnecting') ? connection : null;
  const { word, dot, meaning } = looks[starting ? 'live' : connection];
  return (
    <>
      <span
        role="status"
        title={meaning}
        className={classNames('inline-flex items-center gap-1.5 text-xs text-muted', starting && 'invisible')}
      >
        <span
          aria-hidden="true"
          className={classNames('size-2 rounded-full', dot, sign && 'max-sm:hidden lg:max-2xl:hidden')}
        />
        {sign && <Sign connection={sign} />}
        <span className="sr-only">Connection: </span>
        <span className={waits ? 'max-sm:sr-only lg:max-2xl:sr-only' : undefined}>{word}</span>
      </span>
      <OutboxSheet />
    </>
  );
};
