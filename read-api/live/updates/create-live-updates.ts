import { type Kysely, sql } from 'kysely';
import { streamId } from '#events/catalogue/stream-id.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import { findDescribedPerson } from '#events/log/person-of-event.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import type { LiveUpdate } from './live-update.ts';
import { hasLiveUpdate, liveModels, liveUpdateDefinitions } from './live-update-definitions.ts';
import { type LiveUpdateRows, loadLiveUpdateRows, mapRowKinds, type RowKind } from './live-update-rows.ts';
import { userSubject } from './user-updates.ts';

/**
 * Creates the live updates of a page of events, from the rows as they are now.
 *
 * Rows do not contain the events of a parked stream yet, so sending these rows would show old data as new. When the
 * stream is retried, clients fetch everything again. Removals are still sent, because their messages contain no rows. A role
 * change takes effect at once, but nothing is sent about it.
 * @param hasParkedStreams whether one of the live models has a parked stream.
 */
export const loadLiveUpdates = async (
  tables: Kysely<ReadTables>,
  events: readonly RecordedEvent[],
  hasParkedStreams: boolean,
): Promise<LiveUpdate[]> => {
  const relevant = events.filter(hasLiveUpdate);
  if (relevant.length === 0) return [];
  const [rows, parkedStreams] = await Promise.all([
    loadLiveUpdateRows(tables, requiredRowIds(relevant)),
    hasParkedStreams ? findParkedStreams(tables, relevant) : new Set<string>(),
  ]);
  return createLiveUpdates(relevant, rows).flatMap((update, index) => {
    const event = relevant[index];
    if (update.isRemoval || event === undefined || !parkedStreams.has(event.stream)) return [update];
    if (event.type !== 'UserRoleChanged') return [];
    const roleChange = { userId: streamId(event.stream), userType: event.data.to };
    return [{ ...update, deliveries: [], notifiedRooms: [], roleChange }];
  });
};

/** Returns the ids of all rows that the live updates of these events need. */
export const requiredRowIds = (events: readonly RecordedEvent[]): Record<RowKind, string[]> => {
  const required = events.map((event) => liveUpdateDefinitions.get(event.type)?.requiredRows(event) ?? {});
  return mapRowKinds((kind) => [...new Set(required.flatMap((rows) => rows[kind] ?? []))]);
};

/** Creates the live updates of the events, in the same order. Events without a live update are left out. */
export const createLiveUpdates = (events: readonly RecordedEvent[], rows: LiveUpdateRows): LiveUpdate[] =>
  events.flatMap((event) => {
    const definition = liveUpdateDefinitions.get(event.type);
    if (!definition) return [];
    const { isRemoval = false, roleChange = null, ...content } = definition.create(event, rows);
    // Updates that describe a user are dropped when that user is removed. Removals of records may still be sent.
    const userId = isRemoval ? null : findDescribedPerson(event);
    const ownerField = userId === null ? {} : { owner: userSubject(userId) };
    const { data } = event;
    const courseField =
      'courseId' in data && typeof data.courseId === 'string' ? { courseId: data.courseId } : {};
    return [{ position: event.position, ...ownerField, ...courseField, isRemoval, roleChange, ...content }];
  });

/** Returns those streams of the events that are parked in a live model. */
const findParkedStreams = async (
  tables: Kysely<ReadTables>,
  events: readonly RecordedEvent[],
): Promise<Set<string>> => {
  const streams = [...new Set(events.map(({ stream }) => stream))];
  const rows = await tables
    .selectFrom('parked')
    .select('stream')
    .where('model', 'in', [...liveModels])
    .where('stream', '=', sql<string>`any(${streams}::text[])`)
    .execute();
  return new Set(rows.map((row) => row.stream));
};
