import type { LogReader } from '#events/log/log.ts';
import type { RemovalList } from '../removals/removal-list.ts';
import { listedRemoval } from '../removals/repeat-removals.ts';
import type { Reactor } from './reactor.ts';

/**
 * Creates the reactor `removal-list`, which adds a removal to the list outside the database. A backup that is older
 * than the removal then does not bring the user back (`repeatRemovals`).
 */
export const createRemovalListReactor = (
  { reader, logId }: { reader: Pick<LogReader, 'readStream'>; logId: () => Promise<string> },
  list: RemovalList,
): Reactor => ({
  name: 'removal-list',
  eventTypes: new Set(['UserRemoved']),
  async react({ stream }) {
    const log = await logId();
    const events = await reader.readStream(stream);
    await list.add(
      events.filter(({ type }) => type === 'UserRemoved').map((event) => listedRemoval(log, event)),
    );
  },
});
