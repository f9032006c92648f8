import type { Kysely } from 'kysely';
import { type Dashboard, dashboardLimits } from '#contract/dashboard.ts';
import { streamKind } from '#events/catalogue/stream-id.ts';
import type { EventMetadata, LogReader } from '#events/log/log.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import { usersByIds } from '../users/query.ts';

type Actor = NonNullable<EventMetadata['actor']>;
const isPerson = (actor: Actor | null): actor is Extract<Actor, { id: string }> =>
  actor !== null && 'id' in actor;

/** What happened last, up to the head, the newest first: never what the events say. */
export const newestEvents = async (
  log: LogReader,
  tables: Kysely<ReadTables>,
  head: number,
): Promise<Dashboard['newest']> => {
  const { newest } = dashboardLimits;
  const { events } = await log.readPage(Math.max(0, head - newest), newest);
  const actors = events.map(({ metadata }) => metadata.actor).filter(isPerson);
  const users = await usersByIds(tables, [...new Set(actors.map(({ id }) => id))]);
  const names = new Map(users.map(({ id, name }) => [id, name]));
  return events
    .map(({ position, recordedAt, type, stream, metadata: { actor } }) => ({
      position,
      at: recordedAt.toISOString(),
      type,
      kind: streamKind(stream),
      actor: isPerson(actor) ? { name: names.get(actor.id) ?? null, role: actor.role } : null,
    }))
    .reverse();
};
