import { type Kysely, sql } from 'kysely';
import { catalogue } from '#events/catalogue/catalogue.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import type { Projection } from './projection.ts';

/**
 * Records for each model which event types do not change its tables. GETs and commands do not wait until such events are projected.
 * Lists the ignored types instead of the handled ones, so that GETs and commands also wait for events of a type that this release does
 * not know.
 */
export const recordIgnoredEvents = async (
  db: Kysely<ReadTables>,
  projections: readonly Pick<Projection, 'model' | 'eventTypes'>[],
): Promise<void> => {
  for (const { model, eventTypes } of projections) {
    const handled = new Set<string>(eventTypes);
    const ignored = [...catalogue.keys()].filter((type) => !handled.has(type)).sort();
    await sql`
      insert into read.ignored_events as recorded (model, event_types) values (${model}, ${ignored}::text[])
      on conflict (model) do update set event_types = excluded.event_types
        where recorded.event_types <> excluded.event_types`.execute(db);
  }
};
