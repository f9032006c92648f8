import { useAtomValue } from 'jotai';
import { type Connection, connectionAtom } from '../../lib/live/connection.ts';
import { waitingAtom } from '../../lib/outbox/waiting.ts';
import { classNames } from '../../ui/class-names.ts';
import { WaitingSheet } from '../outbox/waiting-sheet.tsx';

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

/** Whether the page follows the server: a dot and a word, and beside it how much waits to be sent. Its place is kept while the first connection is under way. */
export const ConnectionDot = () => {
  const connection = useAtomValue(connectionAtom);
  const waits = useAtomValue(waitingAtom).length > 0;
  const starting = connection === 'starting';
  const { word, dot, meaning } = looks[starting ? 'live' : connection];
  return (
    <>
      <span
        role="status"
        title={meaning}
        className={classNames('inline-flex items-center gap-1.5 text-xs text-muted', starting && 'invisible')}
      >
        <span aria-hidden="true" className={classNames('size-2 rounded-full', dot)} />
        <span className="sr-only">Connection: </span>
        <span className={waits ? 'max-sm:sr-only lg:max-2xl:sr-only' : undefined}>{word}</span>
      </span>
      <WaitingSheet />
    </>
  );
};
