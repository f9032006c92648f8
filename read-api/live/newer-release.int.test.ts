import { expect, test } from 'vitest';
import { appendOfNewerRelease } from '#events/testing/append-of-newer-release.ts';
import { messageKinds, openLiveSchool } from '#testing/live-school.ts';

test.each([
  ['of an unknown type', { type: 'CourseTranslated' }],
  ['in a newer version', { type: 'CourseEdited', schemaVersion: 99 }],
])('tells clients to fetch everything again after an event %s, and continues', async (_, event) => {
  const live = await openLiveSchool();
  const { school } = live;
  const { ada } = await school.registerAll({ ada: 'Admin' });
  const course = await school.addCourse('Optics');
  const client = await live.connect(null);
  const known = { since: await school.log.reader.head(), logId: await school.log.reader.historyId() };
  const position = await appendOfNewerRelease(school.log, { ...event, stream: `course-${course}` });
  // The projector of the newer release has applied the event.
  await school.log.pool.query('update read.checkpoints set position = $1, relevant_position = $1', [
    position,
  ]);

  await expect.poll(() => client.welcomes.map(({ refetch }) => refetch)).toEqual([false, true]);
  expect(client.welcomes[1]).toMatchObject({ position });
  expect(client.messages).toEqual([]);

  // A client that connects again, and a node that starts, do not wait forever for the event.
  const { address } = await live.addNode();
  for (const node of [live.node.address, address])
    expect((await live.connect(null, known, node)).welcomes[0]).toMatchObject({ refetch: true });

  const other = await school.addCourse('Statics');
  await expect.poll(() => messageKinds(client)).toEqual(['course-added']);

  // The node cannot answer a request that needs the event.
  const asOf = new Date(Date.now() + 1_000).toISOString();
  const answer = await live.get(`/courses/${course}?asOf=${asOf}`, ada);
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
  expect(await answer.json()).toMatchObject({
    code: 'unavailable',
    detail: 'Lyceum is being updated. Try again.',
  });
  expect((await live.get(`/courses/${other}`)).status).toBe(200);
});

test('a demoted Admin receives no more data of users, although the node skips the demotion together with an unknown event', async () => {
  const live = await openLiveSchool();
  const { school } = live;
  const ada = await school.register('ada', 'Admin');
  const course = await school.addCourse('Optics');
  const client = await live.connect(ada);
  school.isProjectionPaused = true;
  await appendOfNewerRelease(school.log, { type: 'CourseTranslated', stream: `course-${course}` });
  await school.changeRole(ada, 'Admin', 'Student');
  // The checkpoints move past both events at once, so the node sends neither of them.
  await school.project();
  await expect.poll(() => client.welcomes.map(({ refetch }) => refetch)).toEqual([false, true]);

  await school.register('bob');
  await school.addCourse('Statics');
  await expect.poll(() => messageKinds(client)).toContain('course-added');
  expect(messageKinds(client)).toEqual(['course-added']);
});
