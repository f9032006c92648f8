import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openLiveSchool } from '#testing/live-school.ts';
import type { TestUser } from '#testing/school.ts';

const live = await openLiveSchool();
const { school } = live;

/** Saves a position as the command-api does, which tests of the read-api may not import. */
const save = (
  person: TestUser,
  position: { enrolmentId: string; module: number; second: number; secondsAgo: number },
) =>
  school.log.pool.query('select state.keep_playback($1, $2, $3::smallint, $4, $5)', [
    person.id,
    position.enrolmentId,
    position.module,
    position.second,
    position.secondsAgo,
  ]);

test('returns playback positions, latest first and uncached, only to the owner and Admins', async () => {
  const [sam, eve] = [await school.register('sam'), await school.register('eve')];
  const ada = await school.register('ada', 'Admin');
  const path = `/playback?email=${sam.email}`;
  expect(await (await live.get(path, sam)).json()).toEqual([]);
  const [one, two] = [randomUUID(), randomUUID()];
  await save(sam, { enrolmentId: one, module: 3, second: 84, secondsAgo: 0 });
  await save(sam, { enrolmentId: two, module: 1, second: 5, secondsAgo: 60 });
  const at = expect.any(String);
  const expected = [
    { enrolmentId: one, module: 3, second: 84, at },
    { enrolmentId: two, module: 1, second: 5, at },
  ];
  const first = await live.get(path, sam);
  expect(await first.json()).toEqual(expected);
  // Positions are not in the log, so no entity tag could tell that they changed.
  expect([first.headers.get('etag'), first.headers.get('cache-control')]).toEqual([
    null,
    'private, no-store',
  ]);
  await save(sam, { enrolmentId: one, module: 4, second: 0, secondsAgo: 0 });
  expect(((await (await live.get(path, sam, { 'if-none-match': '*' })).json()) as unknown[])[0]).toEqual({
    ...{ enrolmentId: one, module: 4, second: 0, at },
  });
  expect((await live.get(path, eve)).status).toBe(403);
  expect((await live.get(path)).status).toBe(401);
  expect(await (await live.get(path, ada)).json()).toHaveLength(2);
  expect(await (await live.get(`/playback?email=${eve.email}`, eve)).json()).toEqual([]);
});
