import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import type { LogPage } from '#events/log/log.ts';
import { verify } from '#events/seals/verify/verify.ts';
import { appendRequest, courseAdded, userRegistered } from '#events/testing/test-log.ts';
import { parseConfiguration } from '#platform/configuration.ts';
import { createSilentLogger } from '#platform/logging.ts';
import { checkModels } from '../check/check-models.ts';
import { projections } from '../models/projections.ts';
import { rebuild } from '../rebuild/rebuild.ts';
import { openResources } from '../server/resources.ts';
import { lowestCheckpoint, openProjectorTestLog, type ProjectorTestLog } from './projector-test-log.ts';

const size = 1_000_000;
const writerCount = 16;
/** Each append writes a whole stream of this length. */
const streamLength = 200;
const createStream = (first: DomainEvent, next: (index: number) => DomainEvent): DomainEvent[] =>
  Array.from({ length: streamLength }, (_, index) => (index === 0 ? first : next(index)));

const courseEvents = (name: string) =>
  createStream(courseAdded(name), (price) => ({ type: 'CourseEdited', data: { changes: { price } } }));
const userEvents = (name: string) =>
  createStream(userRegistered(name), (index) => ({
    type: 'UserProfileEdited',
    data: { name: `${name} ${index}`, imageUrl: '/face.svg' },
  }));

/** Counts the events of pages, and records the first event that is out of order in the log or in its stream. */
const createOrderCheck = () => {
  const versions = new Map<string, number>();
  const seen = { events: 0, firstError: null as string | null };
  return {
    seen,
    check({ events }: Pick<LogPage, 'events'>) {
      for (const { position, stream, version } of events) {
        seen.events += 1;
        const next = (versions.get(stream) ?? 0) + 1;
        if (position !== seen.events || version !== next)
          seen.firstError ??= `${position}: ${stream} ${version}, expected ${seen.events} and ${next}`;
        versions.set(stream, next);
      }
    },
  };
};

/** Fills the log: every tenth stream is a user's, and every tenth of these streams ends with the removal of the user. */
const fillLog = async ({ appender }: ProjectorTestLog): Promise<void> => {
  let streamsLeft = size / streamLength;
  const writeStreams = async () => {
    while (streamsLeft > 0) {
      streamsLeft -= 1;
      const number = streamsLeft;
      const id = randomUUID();
      const events = number % 10 === 0 ? userEvents(`person${number}`) : courseEvents(`Course ${number}`);
      const isRemoved = number % 100 === 0;
      if (isRemoved) events[streamLength - 1] = { type: 'UserRemoved', data: {} };
      const result = await appender.append(
        appendRequest({
          writes: [{ stream: `${number % 10 === 0 ? 'user' : 'course'}-${id}`, expectedVersion: 0, events }],
          ...(isRemoved ? { destroyKeysOf: [id] } : {}),
        }),
      );
      expect(result.outcome).toBe('appended');
    }
  };
  await Promise.all(Array.from({ length: writerCount }, writeStreams));
};

test('appends, tails, projects, seals and verifies a million events, and rebuilds the same tables', async () => {
  const log = await openProjectorTestLog();
  const report = (step: string) =>
    process.stdout.write(`${(performance.now() / 1_000).toFixed(1)} s: ${step}\n`);
  log.start();
  const stopTail = new AbortController();
  const orderCheck = createOrderCheck();
  const tailed = (async () => {
    for await (const page of log.reader.tail({ after: 0, signal: stopTail.signal })) {
      orderCheck.check(page);
      if (orderCheck.seen.events >= size) return;
    }
  })();

  await fillLog(log);
  expect(await log.reader.head()).toBe(size);
  report('appended');
  await tailed;
  stopTail.abort();
  expect(orderCheck.seen).toEqual({ events: size, firstError: null });
  report('tailed each event once and in order');

  await expect.poll(() => lowestCheckpoint(log), { timeout: 600_000, interval: 500 }).toBe(size);
  report('projected');
  const sealedPosition = async () =>
    Number((await log.pool.query('select max(last_position) as last from log.seals')).rows[0].last);
  await expect.poll(sealedPosition, { timeout: 600_000, interval: 500 }).toBe(size);
  expect(await verify({ pool: log.pool })).toMatchObject({ failure: null, events: size, unsealed: 0 });
  report('sealed and verified');

  const resources = openResources(parseConfiguration(log.environment), createSilentLogger());
  const { openWriter, reader } = resources;
  const { signal } = new AbortController();
  const rows: Record<string, number> = {};
  const reached = await rebuild({ projections, openWriter, reader, signal });
  expect(new Set(reached.values())).toEqual(new Set([size]));
  report('rebuilt');
  for await (const result of checkModels({ projections, openWriter, reader, signal })) {
    expect(result).toMatchObject({ position: size, differences: [] });
    rows[result.model] = result.rows;
    report(`${result.model} checked`);
  }
  expect(rows).toMatchObject({ courses: 4_500, users: 450, audit: size });
  await resources.close();
});
