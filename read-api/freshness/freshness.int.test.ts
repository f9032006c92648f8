import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { longWait } from '#platform/testing/long-wait.ts';
import { type LiveSchool, openLiveSchool } from '#testing/live-school.ts';
import type { School, TestUser } from '#testing/school.ts';
import { defaultFreshnessTimeouts } from './freshness.ts';

let live: LiveSchool;
let school: School;
beforeEach(async () => {
  // A busy machine may need more than the default two seconds.
  live = await openLiveSchool({
    freshnessTimeouts: { ...defaultFreshnessTimeouts, namedMs: longWait.timeout },
  });
  school = live.school;
});

const get = (headers: Record<string, string> = {}, path = '/courses') => live.get(path, null, headers);
const summarize = async (response: Response) => ({
  courses: ((await response.json()) as unknown[]).length,
  position: Number(response.headers.get('log-position')),
  stale: response.headers.get('log-stale'),
});

describe('waiting', () => {
  test('waits for the projection', async () => {
    school.isProjectionPaused = true;
    await school.addCourse('Optics');
    const answer = get({ 'await-log-position': '1' });
    // Gives the request time to arrive and to start waiting.
    await new Promise((resolve) => setTimeout(resolve, 30));
    await school.project();
    expect(await summarize(await answer)).toEqual({ courses: 1, position: 1, stale: null });
  });

  test('marks an answer that is sent after the timeout as stale', async () => {
    await school.addCourse('Optics');
    school.isProjectionPaused = true;
    await school.addCourse('Acoustics');
    expect(await summarize(await get())).toEqual({ courses: 1, position: 1, stale: 'true' });
  });

  test('waits longer for a position that the client names, but not for later positions', async () => {
    const id = await school.addCourse('Optics');
    school.isProjectionPaused = true;
    const position = await school.removeCourse(id);
    expect(await summarize(await get({ 'await-log-position': '1' }))).toEqual({
      courses: 1,
      position: 1,
      stale: null,
    });
    const answer = get({ 'await-log-position': String(position) });
    // Longer than the timeout without a named position.
    await new Promise((resolve) => setTimeout(resolve, 400));
    await school.project();
    expect((await summarize(await answer)).stale).toBeNull();
  });

  test('does not wait for events that do not change the read models of the answer', async () => {
    const { sam, ada } = await school.registerAll({ sam: 'Student', ada: 'Admin' });
    const id = await school.addCourse('Optics');
    school.isProjectionPaused = true;
    await school.bookmark(sam, id);
    const head = await school.log.reader.head();
    // The answer states the position before the bookmark, because its client asks for the live updates after this position. The bookmark
    // is one of them.
    expect(await summarize(await get({ 'await-log-position': String(head) }))).toEqual({
      courses: 1,
      position: head - 1,
      stale: null,
    });
    const requestUserTypeOfSam = async (reader: TestUser) => {
      const response = await live.get(`/userType?email=${sam.email}`, reader);
      return [response.status, response.headers.get('log-stale')];
    };
    expect(await requestUserTypeOfSam(sam)).toEqual([200, null]);
    expect((await live.get(`/bookmarks/${sam.email}`, sam)).headers.get('log-stale')).toBe('true');
    // Even if ignored events follow, the model is current only up to the event before the first one that concerns it.
    await school.changeRole(ada, 'Admin', 'Student');
    await school.enrol(sam, id);
    expect(await requestUserTypeOfSam(sam)).toEqual([200, 'true']);
    expect(await requestUserTypeOfSam(ada)).toEqual([403, 'true']);
    expect(await summarize(await get())).toMatchObject({ courses: 1, stale: null });
  });

  test('waits for an event of a type that the projector does not know', async () => {
    await school.addCourse('Optics');
    school.isProjectionPaused = true;
    await school.register('sam');
    expect((await summarize(await get())).stale).toBeNull();
    // As if the projector were from an earlier release, which had no such event.
    await school.log.pool.query(
      "update read.ignored_events set event_types = array_remove(event_types, 'UserRegistered')",
    );
    expect(await summarize(await get())).toEqual({ courses: 1, position: 1, stale: 'true' });
    await school.log.pool.query('delete from read.ignored_events');
    await school.project();
    school.isProjectionPaused = true;
    await school.register('eve');
    expect((await summarize(await get())).stale).toBe('true');
  });

  test('waits if a read model is far behind, whatever the events are', async () => {
    const sam = await school.register('sam');
    const id = await school.addCourse('Optics');
    school.isProjectionPaused = true;
    const isStale = async () =>
      (await live.get(`/userType?email=${sam.email}`, sam)).headers.get('log-stale') !== null;
    await school.editCourseManyTimes(id, 200);
    expect(await isStale()).toBe(false);
    await school.editCourseManyTimes(id, 1);
    expect(await isStale()).toBe(true);
  });

  test('does not wait for a position beyond the head', async () => {
    await school.addCourse('Optics');
    expect(await summarize(await get({ 'await-log-position': '999999' }))).toMatchObject({
      stale: null,
      courses: 1,
    });
  });

  test('ignores a position that belongs to a different history of the log', async () => {
    await school.addCourse('Optics');
    school.isProjectionPaused = true;
    await school.addCourse('Acoustics');
    const response = await get({ 'await-log-position': '1', 'log-id': randomUUID() });
    expect(await summarize(response)).toEqual({ courses: 1, position: 1, stale: 'true' });
  });

  test('rejects malformed positions', async () => {
    for (const position of ['-1', '1.5', '1e3', 'NaN', '0x10', '1; drop table', '99999999999999999999']) {
      const response = await get({ 'await-log-position': position });
      const { code } = (await response.json()) as { code: string };
      expect([position, response.status, code]).toEqual([position, 400, 'invalid-input']);
    }
  });

  test('sends the id of the history of the log with an answer', async () => {
    const response = await get();
    expect(response.headers.get('log-id')).toBe(await school.log.reader.historyId());
  });
});

describe('entity tags', () => {
  const tagOf = async (path = '/courses') => (await get({}, path)).headers.get('etag') ?? '';

  test('answers 304 with freshness headers if nothing has changed', async () => {
    const id = await school.addCourse('Optics');
    for (const path of ['/courses', `/courses/${id}`, '/courses?searchParams=opt']) {
      const response = await get({ 'if-none-match': await tagOf(path) }, path);
      expect(response.status).toBe(304);
      expect(response.headers.get('log-position')).toBe('1');
      expect(response.headers.get('cache-control')).toBe('no-cache');
    }
  });

  test('answers If-None-Match: * with 304 for a course that exists, and with 404 for one that does not', async () => {
    const id = await school.addCourse('Optics');
    expect((await get({ 'if-none-match': '*' }, `/courses/${id}`)).status).toBe(304);
    expect((await get({ 'if-none-match': '*' }, `/courses/${randomUUID()}`)).status).toBe(404);
  });

  test('an event of the read model changes the tag, and an event of another model does not', async () => {
    const id = await school.addCourse('Optics');
    const tag = await tagOf();
    await school.register('sam');
    expect(await tagOf()).toBe(tag);
    await school.editCourse(id, { price: 7 });
    const changed = await tagOf();
    expect(changed).not.toBe(tag);
    const response = await get({ 'if-none-match': tag });
    expect(((await response.json()) as { price: number }[])[0]?.price).toBe(7);
  });

  test('a new epoch of a read model, as after a retry of parked streams, changes the tag', async () => {
    await school.addCourse('Optics');
    const tag = await tagOf();
    await school.log.pool.query("update read.checkpoints set epoch = epoch + 1 where model = 'courses'");
    expect(await tagOf()).not.toBe(tag);
  });

  test('gives requests with different parameters different tags', async () => {
    await school.addCourse('Optics');
    const tags = await Promise.all(
      ['/courses', '/courses?searchParams=o', '/courses?limit=1', '/courses?limit=2'].map(tagOf),
    );
    expect(new Set(tags).size).toBe(4);
  });
});

test('a parked stream makes only the answers of its read model stale', async () => {
  await school.addCourse('Optics');
  await school.log.pool.query(
    "insert into read.parked (model, stream, position, version, error) values ('users', 'user-x', 1, 1, 'x')",
  );
  expect((await get()).headers.get('log-stale')).toBeNull();
  await school.log.pool.query("update read.parked set model = 'courses'");
  const response = await get();
  expect(response.headers.get('log-stale')).toBe('true');
  const again = await get({ 'if-none-match': response.headers.get('etag') ?? '' });
  expect([again.status, again.headers.get('log-stale')]).toEqual([304, 'true']);
});

test('a hundred concurrent reads see everything that was acknowledged before they were sent', async () => {
  await school.addCourse('Optics');
  const answers = await Promise.all(Array.from({ length: 100 }, async () => summarize(await get())));
  expect(answers.every((answer) => answer.courses === 1 && answer.stale === null)).toBe(true);
  await school.addCourse('Acoustics');
  const later = await Promise.all(Array.from({ length: 100 }, async () => summarize(await get())));
  expect(later.every((answer) => answer.courses === 2)).toBe(true);
});

test('a waiting read survives the loss of the LISTEN connection', async () => {
  school.isProjectionPaused = true;
  await school.addCourse('Optics');
  const answer = get({ 'await-log-position': '1' });
  // Gives the request time to arrive and to start waiting.
  await new Promise((resolve) => setTimeout(resolve, 30));
  await school.log.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lyceum read-api wake-up' and datname = current_database()",
  );
  await school.project();
  expect(await summarize(await answer)).toMatchObject({ courses: 1, stale: null });
});
