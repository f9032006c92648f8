import type { Kysely } from 'kysely';
import { type Dashboard, dashboardLimits } from '#contract/schemas/dashboard.ts';
import { streamKind } from '#events/catalogue/stream-id.ts';
import type { EventMetadata, LogReader } from '#events/log/log.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import { findUsersByIds } from '../users/query.ts';

type Actor = NonNullable<EventMetadata['actor']>;
const isUser = (actor: Actor | null): actor is Extract<Actor, { id: string }> =>
  actor !== null && 'id' in actor;

/** Returns the newest events, newest first, with their actors and without their data. */
export const loadNewestEvents = async (
  log: LogReader,
  tables: Kysely<ReadTables>,
  head: number,
): Promise<Dashboard['newest']> => {
  const { newest } = dashboardLimits;
  const { events } = await log.readPage(Math.max(0, head - newest), newest);
  const actors = events.map(({ metadata }) => metadata.actor).filter(isUser);
  const users = await findUsersByIds(tables, [...new Set(actors.map(({ id }) => id))]);
  const names = new Map(users.map(({ id, name }) => [id, name]));
  return events
    .map(({ position, recordedAt, type, stream, metadata: { actor } }) => ({
      position,
      at: recordedAt.toISOString(),
      type,
      kind: streamKind(stream),
      actor: isUser(actor) ? { name: names.get(actor.id) ?? null, role: actor.role } : null,
    }))
    .reverse();
};
