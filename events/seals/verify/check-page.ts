/**
 * Checks a page of events without its seal: positions have no gaps, times do not decrease, and versions have no gaps in each
 * stream. Memory is constant, however many streams there are: a predecessor that is not in the page is looked up through an
 * index.
 */
import type { StoredEvent } from '../proof/encoding.ts';
import type { Queryable } from '../seal-rows.ts';
import { chooseEarlierFailure, type VerificationFailure } from './verification-failure.ts';

/** The event before a page; position 0 before the first page. */
export type PrecedingEvent = Pick<StoredEvent, 'position' | 'recordedAt'>;

const checkOrder = (
  events: readonly StoredEvent[],
  preceding: PrecedingEvent,
): VerificationFailure | null => {
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

/** Checks versions within the page. Also returns the events whose predecessor has to be looked up. */
const checkVersions = (events: readonly StoredEvent[]) => {
  const versions = new Map<string, number>();
  const withPredecessorElsewhere: StoredEvent[] = [];
  for (const event of events) {
    const previous = versions.get(event.stream);
    if (previous === undefined ? event.version < 1 : event.version !== previous + 1)
      return { failure: createVersionFailure(event), withPredecessorElsewhere };
    if (previous === undefined && event.version > 1) withPredecessorElsewhere.push(event);
    versions.set(event.stream, event.version);
  }
  return { failure: null, withPredecessorElsewhere };
};

const createVersionFailure = ({ position, stream, version }: StoredEvent): VerificationFailure => ({
  position,
  kind: 'version',
  detail: `Version ${version} of ${stream} does not follow version ${version - 1}.`,
});

const checkPredecessors = async (
  database: Queryable,
  events: readonly StoredEvent[],
): Promise<VerificationFailure | null> => {
  if (events.length === 0) return null;
  const { rows } = await database.query<{ index: string }>({
    name: 'seals-missing-predecessor',
    text: `select checked.index from unnest($1::text[], $2::integer[], $3::bigint[]) with ordinality
             as checked(stream, version, position, index)
           where not exists (select from log.events as event where event.stream = checked.stream
             and event.version = checked.version - 1 and event.position < checked.position)
           order by checked.index limit 1`,
    values: [
      events.map((event) => event.stream),
      events.map((event) => event.version),
      events.map((event) => event.position),
    ],
  });
  const orphan = rows[0] && events[Number(rows[0].index) - 1];
  return orphan ? createVersionFailure(orphan) : null;
};

/** Returns the first failure within a page, or null. */
export const checkPage = async (
  database: Queryable,
  events: readonly StoredEvent[],
  preceding: PrecedingEvent,
): Promise<VerificationFailure | null> => {
  const { failure, withPredecessorElsewhere } = checkVersions(events);
  return chooseEarlierFailure(
    checkOrder(events, preceding),
    chooseEarlierFailure(failure, await checkPredecessors(database, withPredecessorElsewhere)),
  );
};
