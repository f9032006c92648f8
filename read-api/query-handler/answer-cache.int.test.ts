import { expect, test } from 'vitest';
import { progressList } from '#contract/schemas/enrolments.ts';
import { reviewList } from '#contract/schemas/reviews.ts';
import { openLiveSchool } from '#testing/live-school.ts';
import type { TestUser } from '#testing/school.ts';

const live = await openLiveSchool();
const { school } = live;
const { sam, eve } = await school.registerAll({ sam: 'Student', eve: 'Student' });
const courseId = await school.addCourse('Optics');
const comment = 'Light and waves.'.repeat(500);
await school.review(sam, courseId, 9, comment);

const counts = async () => {
  const totalOf = async (name: string) => {
    const metric = await live.node.metrics.registry.getSingleMetric(name)?.get();
    return metric?.values.reduce((sum, { value }) => sum + value, 0) ?? 0;
  };
  return {
    queries: await totalOf('lyceum_answer_queries_total'),
    compressions: await totalOf('lyceum_answer_compressions_total'),
  };
};
/** Runs requests and returns how many queries and compressions they cost. */
const costOf = async (work: () => Promise<unknown>) => {
  const before = await counts();
  await work();
  const after = await counts();
  return { queries: after.queries - before.queries, compressions: after.compressions - before.compressions };
};
const request = (coding: string, reader: TestUser | null = null) =>
  live.get('/reviews', reader, { 'accept-encoding': coding });
const read = async (coding: string, reader: TestUser | null = null) => {
  const response = await request(coding, reader);
  return {
    coding: response.headers.get('content-encoding'),
    reviews: reviewList.parse(await response.json()),
  };
};

test('visitors’ requests at one position run the query once and compress once per coding', async () => {
  const cost = await costOf(async () => {
    for (let round = 0; round < 3; round += 1)
      for (const [accepted, used] of [
        ['gzip, deflate, br, zstd', 'br'],
        ['gzip', 'gzip'],
        // The server offers no other codings, because it would have to compress each answer once more for each of them.
        ['deflate', null],
        ['zstd', null],
        ['identity', null],
      ] as const) {
        const { coding, reviews } = await read(accepted);
        expect([coding, reviews.map((review) => review.comment)]).toEqual([used, [comment]]);
      }
  });
  expect(cost).toEqual({ queries: 1, compressions: 2 });
});

test('changes the answer as soon as an event has changed its read model', async () => {
  const other = await school.addCourse('Acoustics');
  await read('br');
  await school.review(eve, other, 4, 'Too loud.');
  const cost = await costOf(async () => {
    for (let round = 0; round < 2; round += 1)
      expect((await read('br')).reviews.map((review) => review.rating)).toEqual([4, 9]);
  });
  expect(cost).toEqual({ queries: 1, compressions: 1 });
});

test('a signed-in reader gets their own answer of a public endpoint, which is compressed once', async () => {
  const cost = await costOf(async () => {
    const { coding, reviews } = await read('br', sam);
    expect(coding).toBe('br');
    expect(reviews.find((review) => review.own)?.userEmail).toBe(sam.email);
    const head = await fetch(`${live.node.address}/reviews`, {
      method: 'HEAD',
      headers: { ...live.authorizationOf(sam), 'accept-encoding': 'br' },
    });
    expect(head.headers.get('content-encoding')).toBe('br');
    expect((await read('br')).reviews.some((review) => review.own)).toBe(false);
  });
  expect(cost).toEqual({ queries: 1, compressions: 1 });
});

test('keeps an answer about its reader, for this reader only, until it changes', async () => {
  const { kim, lee } = await school.registerAll({ kim: 'Student', lee: 'Student' });
  const enrolment = await school.enrol(kim, courseId);
  await enrolment.start();
  const modulesOf = async (owner: TestUser) => {
    const answer = await live.getJson(`/progress/${owner.email}`, owner);
    return progressList.parse(answer).map(({ completedModules }) => completedModules);
  };
  const cost = await costOf(async () => {
    for (let round = 0; round < 3; round += 1) expect(await modulesOf(kim)).toEqual([0]);
    expect(await modulesOf(lee)).toEqual([]);
  });
  expect(cost.queries).toBe(2);
  expect((await live.get(`/progress/${kim.email}`, lee)).status).toBe(403);
  await enrolment.complete(1);
  expect(await modulesOf(kim)).toEqual([1]);
  await school.removeUser(kim);
  expect((await live.get(`/progress/${kim.email}`, kim)).status).toBe(403);
});

test('does not keep what an Admin reads about others', async () => {
  const { uma, ada } = await school.registerAll({ uma: 'Student', ada: 'Admin' });
  const cost = await costOf(async () => {
    for (let round = 0; round < 2; round += 1)
      expect((await live.get(`/progress/${uma.email}`, ada)).status).toBe(200);
  });
  expect(cost.queries).toBe(0);
});

test('answers HEAD without the length of an answer that is not kept', async () => {
  const { ben, flo } = await school.registerAll({ ben: 'Student', flo: 'Admin' });
  const head = await fetch(`${live.node.address}/progress/${ben.email}`, {
    method: 'HEAD',
    headers: { ...live.authorizationOf(flo), 'accept-encoding': 'br' },
  });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, null]);
  expect(head.headers.get('content-type')).toContain('application/json');
});

test('answers HEAD with the length of the compressed body', async () => {
  const [get, head] = await Promise.all([
    request('br'),
    fetch(`${live.node.address}/reviews`, { method: 'HEAD', headers: { 'accept-encoding': 'br' } }),
  ]);
  expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
  expect(head.headers.get('vary')).toContain('Accept-Encoding');
});

test('returns at most 500 reviews after a cursor, so that no cursor can request a whole list again', async () => {
  const course = await school.addCourse('Statics');
  school.isProjectionPaused = true;
  for (let reviewer = 0; reviewer < 503; reviewer += 1)
    await school.review(await school.register(`reviewer${reviewer}`), course, 5, 'Solid.');
  await school.projectInOneStep();
  const list = `/reviews?courseId=${course}`;
  const whole = await live.get(list);
  expect(await whole.json()).toHaveLength(503);
  const first = await live.get(`${list}&limit=1`);
  const next = await live.get(`${list}&cursor=${first.headers.get('next-cursor')}`);
  expect(await next.json()).toHaveLength(500);
  expect(next.headers.get('next-cursor')).not.toBeNull();
});

test('sends answers with the content security policy of data, even if they are not modified', async () => {
  const answer = await request('identity');
  const etag = answer.headers.get('etag') ?? '';
  const repeated = await live.get('/reviews', null, { 'if-none-match': etag });
  expect([answer.status, repeated.status]).toEqual([200, 304]);
  for (const { headers } of [answer, repeated])
    expect(headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'");
});
