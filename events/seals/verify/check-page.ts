/**
 * Checks the events of one read, without their seals: positions have no gaps, times do not decrease, and versions have no gaps in each
 * stream. Memory is constant, however many streams there are. In the database, a predecessor that was not in this read is looked up through
 * an index. `ArchivedPageCheck` checks archived events with sums.
 */
import type { StoredEvent } from '../proof/encoding.ts';
import type { Queryable } from '../seal-rows.ts';
import type { ArchivedPageCheck } from './archived-page-check.ts';
import { checkVersions, createVersionFailure, type Page } from './check-versions.ts';
import { chooseEarlierFailure, type VerificationFailure } from './verification-failure.ts';

/** The event before a page; position 0 before the first page. */
export type PrecedingEvent = Pick<StoredEvent, 'position' | 'recordedAt'>;

const checkOrder = (events: Page, preceding: PrecedingEvent): VerificationFailure | null => {
  let { position, recordedAt } = preceding;
  for (const event of events) {
    if (event.position <= position)
      return {
        position: event.position,
        kind: 'gap',
        detail: `Position ${event.position} is less than 1 or exists twice.`,
      };
    if (event.position !== position + 1)
      return {
        position: position + 1,
        kind: 'gap',
        detail: `There is no event at position ${position + 1}.`,
      };
    if (event.recordedAt < recordedAt)
      return {
        position: event.position,
        kind: 'time',
        detail: `The event was recorded before the event at position ${position}.`,
      };
    position = event.position;
    recordedAt = event.recordedAt;
  }
  return null;
};

/**
 * Finds the first event without its predecessor. Events may be archived during the verification: then the table of archived streams says
 * only that there is a predecessor. The archival has checked its version, and the next verification will check it again.
 */
const checkPredecessors = async (
  database: Queryable,
  events: Page,
  archivedUpTo: number,
): Promise<VerificationFailure | null> => {
  if (events.length === 0) return null;
  const { rows } = await database.query<{ index: string }>({
    name: 'seals-missing-predecessor',
    text: `select checked.index from unnest($1::text[], $2::integer[], $3::bigint[]) with ordinality
             as checked(stream, version, position, index)
           where not exists (select from log.events as event where event.stream = checked.stream
             and event.version = checked.version - 1 and event.position < checked.position)
             and not exists (select from log.archived_streams as archived
               where archived.stream = checked.stream and (archived.version = checked.version - 1
                 or archived.version >= checked.version and (select log.archived_head()) > $4))
           order by checked.index limit 1`,
    values: [
      events.map((event) => event.stream),
      events.map((event) => event.version),
      events.map((event) => event.position),
      archivedUpTo,
    ],
  });
  const orphan = rows[0] && events[Number(rows[0].index) - 1];
  return orphan ? createVersionFailure(orphan) : null;
};

/**
 * Returns the first failure within a page, or null.
 * @param archived checks the events that are archived.
 */
export const checkPage = async (
  database: Queryable,
  archived: ArchivedPageCheck,
  events: Page,
  preceding: PrecedingEvent,
): Promise<VerificationFailure | null> => {
  const { failure: archiveFailure, rest } = await archived.check(events);
  const { failure, withPredecessorElsewhere } = checkVersions(rest);
  const orphanFailure = await checkPredecessors(database, withPredecessorElsewhere, archived.upTo);
  return [archiveFailure, failure, orphanFailure].reduce(chooseEarlierFailure, checkOrder(events, preceding));
};
