import { expect, test } from 'vitest';
import { catalogue } from '#events/catalogue/catalogue.ts';
import { projections } from '../models/projections.ts';
import { openProjectorDatabase } from '../testing/projector-database.ts';
import { recordIgnoredEvents } from './ignored-events.ts';

test('records the event types that each model ignores, and replaces what an earlier release recorded', async () => {
  const database = await openProjectorDatabase();
  const { db, client } = await database.open();
  await client.query("insert into read.ignored_events values ('users', '{UserRemoved,CourseAdded}')");
  const readIgnored = async () => {
    const { rows } = await client.query<{ model: string; event_types: string[] }>(
      'select model, event_types from read.ignored_events',
    );
    return new Map(rows.map(({ model, event_types }) => [model, event_types]));
  };
  await recordIgnoredEvents(db, projections);
  const ignored = await readIgnored();
  expect([...ignored.keys()].sort()).toEqual(projections.map(({ model }) => model).sort());
  for (const { model, eventTypes } of projections)
    expect([...(ignored.get(model) ?? []), ...eventTypes].sort()).toEqual([...catalogue.keys()].sort());
  expect(ignored.get('users')).toContain('CourseAdded');
  expect(ignored.get('users')).not.toContain('UserRemoved');
});
