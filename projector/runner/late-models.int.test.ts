import { expect, test } from 'vitest';
import { courseStream } from '#events/catalogue/streams/course.ts';
import type { Writer } from '../connection/writer.ts';
import { projections } from '../models/projections.ts';
import type { Projection } from '../projection/projection.ts';
import { createMemoryLog, type MemoryLog } from '../testing/memory-log.ts';
import { openProjectorDatabase } from '../testing/projector-database.ts';
import { createCourseFields, recorded, testId } from '../testing/recorded-events.ts';
import { schoolHistory } from '../testing/school-history.ts';
import {
  type Database,
  expectSameAsReference,
  startRunner,
  waitUntilApplied,
} from '../testing/start-runner.ts';
import { advance } from './advance.ts';

/** Returns a history with so many events that a model at position 0 is late, most of them edits of one course. */
const longHistory = () => {
  const school = schoolHistory(10);
  const course = courseStream(testId(9_000_000));
  const edits = Array.from(
    { length: 10_500 },
    (_, price) => [course, { type: 'CourseEdited', data: { changes: { price } } }] as const,
  );
  const added = [course, { type: 'CourseAdded', data: createCourseFields() }] as const;
  return [...school, ...recorded([added, ...edits], school.length + 1)];
};

/**
 * Applies events to all models except the audit, as if that model were new. Starts a runner whose audit calls `beforeApply` before it
 * applies events.
 */
const startWithLateAudit = async (
  events: ReturnType<typeof schoolHistory>,
  pageSize: number,
  beforeApply: (parts: { database: Database; log: MemoryLog; opened: readonly Writer[] }) => Promise<void>,
) => {
  const database = await openProjectorDatabase();
  const { db } = await database.open();
  const others = projections.filter(({ model }) => model !== 'audit');
  await advance(db, others, { after: 0, to: events.length, events });
  const log = createMemoryLog(events);
  const models = projections.map((projection) => ({
    ...projection,
    async apply(...parameters: Parameters<Projection['apply']>) {
      if (projection.model === 'audit') await beforeApply({ database, log, opened: runner.opened });
      await projection.apply(...parameters);
    },
  }));
  const runner = startRunner(database, log, { models, pageSize });
  const positionOf = async (model: string) =>
    (await db.selectFrom('checkpoints').select('position').where('model', '=', model).executeTakeFirst())
      ?.position;
  return { database, log, runner, positionOf };
};

test('applies new events to the other models while a late one catches up, and later to all on one connection', async () => {
  const events = longHistory();
  const initialCount = events.length - 3;
  const gate = Promise.withResolvers<void>();
  const { database, log, runner, positionOf } = await startWithLateAudit(
    events.slice(0, initialCount),
    2_000,
    () => gate.promise,
  );
  log.add(events.slice(initialCount, initialCount + 1));
  await expect.poll(() => positionOf('courses')).toBe(initialCount + 1);
  expect(await positionOf('audit')).toBe(0);
  gate.resolve();
  await expect.poll(() => positionOf('audit')).toBe(initialCount + 1);
  await expect.poll(() => runner.opened[1]?.connectionLost.aborted).toBe(true);
  log.add(events.slice(initialCount + 1));
  await waitUntilApplied(database, events);
  await runner.stop();
  expect(runner.opened).toHaveLength(2);
  await expectSameAsReference(database, events);
});

test('applies each event to a late model while events are appended and its connection is killed', async () => {
  const events = longHistory();
  const rest = events.slice(-300);
  let isKilled = false;
  const { database, runner } = await startWithLateAudit(
    events.slice(0, -rest.length),
    500,
    async ({ database, log, opened }) => {
      log.add(rest.splice(0, 7));
      if (isKilled || !opened[1]) return;
      isKilled = true;
      await database.kill(opened[1]);
    },
  );
  await waitUntilApplied(database, events);
  await runner.stop();
  expect(runner.opened.length).toBeGreaterThanOrEqual(3);
  expect(runner.states).not.toContain('failing');
  await expectSameAsReference(database, events);
});
