import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import type { LogPage } from '#events/log/log.ts';
import { verify } from '#events/seals/verify.ts';
import { appendRequest, courseAdded, userRegistered } from '#events/testing/log.ts';
import { parseConfiguration } from '#platform/configuration.ts';
import { silentLogger } from '#platform/logging.ts';
import { check } from './check/check.ts';
import { projections } from './projections.ts';
import { rebuild } from './rebuild/rebuild.ts';
import { openResources } from './server/resources.ts';
import { projectedLog, standOf } from './testing/projected-log.ts';

const size = 1_000_000;
const writers = 16;
/** Events that one append adds to its stream. */
const anAppend = 200;
const anAppendOf = (begins: DomainEvent, goesOn: (place: number) => DomainEvent): DomainEvent[] =>
  Array.from({ length: anAppend }, (_, place) => (place === 0 ? begins : goesOn(place)));

const aCourse = (name: string) =>
  anAppendOf(courseAdded(name), (price) => ({ type: 'CourseEdited', data: { changes: { price } } }));
const aPerson = (name: string) =>
  anAppendOf(userRegistered(name), (place) => ({
    type: 'UserProfileEdited',
    data: { name: `${name} ${place}`, imageUrl: '/face.svg' },
  }));

type Projected = Awaited<ReturnType<typeof projectedLog>>;

/** What one reader saw: how many events, and the first that did not come next in the log and in its stream. */
const watch = () => {
  const versions = new Map<string, number>();
  const seen = { events: 0, wrong: null as string | null };
  return {
    seen,
    look({ events }: Pick<LogPage, 'events'>) {
      for (const { position, stream, version } of events) {
        seen.events += 1;
        const next = (versions.get(stream) ?? 0) + 1;
        if (position !== seen.events || version !== next)
          seen.wrong ??= `${position}: ${stream} ${version}, not ${seen.events} and ${next}`;
        versions.set(stream, next);
      }
    },
  };
};

/** Fills the log: every tenth append is a person's, and every tenth person is removed at the end of theirs. */
const write = async ({ appender }: Projected): Promise<void> => {
  let left = size / anAppend;
  const writeOn = async () => {
    while (left > 0) {
      left -= 1;
      const number = left;
      const id = randomUUID();
      const events = number % 10 === 0 ? aPerson(`person${number}`) : aCourse(`Course ${number}`);
      const isRemoved = number % 100 === 0;
      if (isRemoved) events[anAppend - 1] = { type: 'UserRemoved', data: {} };
      const result = await appender.append(
        appendRequest({
          writes: [{ stream: `${number % 10 === 0 ? 'user' : 'course'}-${id}`, expectedVersion: 0, events }],
          ...(isRemoved ? { destroyKeysOf: [id] } : {}),
        }),
      );
      expect(result.outcome).toBe('appended');
    }
  };
  await Promise.all(Array.from({ length: writers }, writeOn));
};

test('a million events: appended, tailed, projected, sealed and proved, and the tables are the same when rebuilt', async () => {
  await using projected = await projectedLog();
  const said = (what: string) =>
    process.stdout.write(`${(performance.now() / 1_000).toFixed(1)} s: ${what}\n`);
  projected.start();
  const over = new AbortController();
  const tailing = watch();
  const tailed = (async () => {
    for await (const page of projected.reader.tail({ after: 0, signal: over.signal })) {
      tailing.look(page);
      if (tailing.seen.events >= size) return;
    }
  })();

  await write(projected);
  expect(await projected.reader.head()).toBe(size);
  said('appended');
  await tailed;
  over.abort();
  expect(tailing.seen).toEqual({ events: size, wrong: null });
  said('a tail has seen each event once and in order');

  await expect.poll(() => standOf(projected), { timeout: 600_000, interval: 500 }).toBe(size);
  said('projected');
  const sealed = async () =>
    Number((await projected.pool.query('select max(last_position) as last from log.seals')).rows[0].last);
  await expect.poll(sealed, { timeout: 600_000, interval: 500 }).toBe(size);
  expect(await verify({ pool: projected.pool })).toMatchObject({ misfit: null, events: size, unsealed: 0 });
  said('sealed and verified');

  const resources = openResources(parseConfiguration(projected.environment), silentLogger());
  const { openWriter, reader } = resources;
  const { signal } = new AbortController();
  const rows: Record<string, number> = {};
  const reached = await rebuild({ projections, openWriter, reader, signal });
  expect(new Set(reached.values())).toEqual(new Set([size]));
  said('rebuilt');
  for await (const result of check({ projections, openWriter, reader, signal })) {
    expect(result).toMatchObject({ position: size, differences: [] });
    rows[result.model] = result.rows;
    said(`${result.model} checked`);
  }
  expect(rows).toMatchObject({ courses: 4_500, users: 450, audit: size });
  await resources.close();
});
