/**
 * What can be said of a page of events without any seal: positions are dense, time does not run backwards, and versions
 * are dense in each stream. Memory stays constant however many streams there are: an event whose predecessor is not in
 * the page has it looked up by the index.
 */
import { earlierFailure, type VerificationFailure } from './verification-failure.ts';
import type { StoredEvent } from '../proof/encoding.ts';
import type { Queryable } from '../seal-rows.ts';

/** The event before a page; `position` 0 before the first. */
export type PrecedingEvent = { position: number; recordedAt: number };

const orderMisfit = (events: readonly StoredEvent[], before: PrecedingEvent): VerificationFailure | null => {
  let { position, recordedAt } = before;
  for (const event of events) {
    if (event.position <= position)
      return { position: event.position, kind: 'gap', detail: 'Positions begin at 1, each of them once.' };
    if (event.position !== position + 1)
      return { position: position + 1, kind: 'gap', detail: `No event has the position ${position + 1}.` };
    if (event.recordedAt < recordedAt)
      return {
        position: event.position,
        kind: 'time',
        detail: `The event was recorded before the one at position ${position}.`,
      };
    position = event.position;
    recordedAt = event.recordedAt;
  }
  return null;
};

/** The first event that does not follow the one before it in its stream; answers also those that must be looked up. */
const versionMisfit = (events: readonly StoredEvent[]) => {
  const versions = new Map<string, number>();
  const lookUp: StoredEvent[] = [];
  for (const event of events) {
    const previous = versions.get(event.stream);
    if (previous === undefined ? event.version < 1 : event.version !== previous + 1)
      return { misfit: misfitOfVersion(event), lookUp };
    if (previous === undefined && event.version > 1) lookUp.push(event);
    versions.set(event.stream, event.version);
  }
  return { misfit: null, lookUp };
};

const misfitOfVersion = ({ position, stream, version }: StoredEvent): VerificationFailure => ({
  position,
  kind: 'version',
  detail: `Version ${version} of ${stream} does not follow version ${version - 1}.`,
});

const predecessorMisfit = async (
  database: Queryable,
  events: readonly StoredEvent[],
): Promise<VerificationFailure | null> => {
  if (events.length === 0) return null;
  const { rows } = await database.query<{ index: string }>({
    name: 'find-orphans',
    text: `select wanted.index from unnest($1::text[], $2::integer[], $3::bigint[]) with ordinality
             as wanted(stream, version, position, index)
           where not exists (select from log.events as event where event.stream = wanted.stream
             and event.version = wanted.version - 1 and event.position < wanted.position)
           order by wanted.index limit 1`,
    values: [
      events.map((event) => event.stream),
      events.map((event) => event.version),
      events.map((event) => event.position),
    ],
  });
  const orphan = rows[0] && events[Number(rows[0].index) - 1];
  return orphan ? misfitOfVersion(orphan) : null;
};

/** The first misfit inside a page that follows `before`, or null. */
export const checkPage = async (
  database: Queryable,
  events: readonly StoredEvent[],
  before: PrecedingEvent,
): Promise<VerificationFailure | null> => {
  const { misfit, lookUp } = versionMisfit(events);
  return earlierFailure(orderMisfit(events, before), earlierFailure(misfit, await predecessorMisfit(database, lookUp)));
};
