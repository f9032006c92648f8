import { beforeEach, expect, test } from 'vitest';
import { dashboard } from '#contract/schemas/dashboard.ts';
import type { AttendedView } from '#contract/schemas/presence.ts';
import type { LiveClient } from '#testing/live-client.ts';
import { type LiveSchool, openLiveSchool } from '#testing/live-school.ts';
import type { School, TestUser } from '#testing/school.ts';

const liveLimits = { presenceIntervalMs: 50, presenceHeartbeatMs: 200, dashboardIntervalMs: 50 };

let live: LiveSchool;
let school: School;
let ada: TestUser;
let sam: TestUser;
beforeEach(async () => {
  live = await openLiveSchool({ liveLimits });
  school = live.school;
  ({ ada, sam } = await school.registerAll({ ada: 'Admin', sam: 'Student' }));
});

const get = (user: TestUser | null, address?: string) => live.get('/dashboard', user, {}, address);
const read = async (address?: string) => dashboard.parse(await (await get(ada, address)).json());
const attend = (client: LiveClient, view: AttendedView | null = { at: 'dashboard' }) => client.attend(view);
const newestType = (client: LiveClient) => client.dashboards.at(-1)?.newest[0]?.type;

test('only Admins may read and attend the dashboard, and it is never cached', async () => {
  const ian = await school.register('ian', 'Instructor');
  for (const [user, status] of [[null, 401] as const, [sam, 403] as const, [ian, 403] as const])
    expect((await get(user)).status).toBe(status);
  const answer = await get(ada);
  expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('etag')]).toEqual([
    200,
    'private, no-store',
    null,
  ]);
  for (const [user, refusal] of [
    [null, 'You do not have access to this view.'] as const,
    [sam, 'You do not have access to this view.'] as const,
    [ian, 'You do not have access to this view.'] as const,
    [ada, null] as const,
  ])
    expect(await attend(await live.connect(user))).toBe(refusal);
});

test('counts connected users and learners on all nodes', async () => {
  const other = await live.addNode({ liveLimits });
  const optics = await school.addCourse('Optics');
  await school.enrol(sam, optics);
  const tabs = [await live.connect(sam), await live.connectTo(other.address, sam), await live.connect(ada)];
  await live.connectTo(other.address, null);
  for (const tab of tabs.slice(0, 2)) await attend(tab, { at: 'course', courseId: optics });
  await expect
    .poll(async () => {
      const { people, visitors, sockets, learners, learning } = await read();
      return { people, visitors, sockets, learners, learning };
    })
    .toEqual({
      ...{ people: 2, visitors: 1, sockets: 4, learners: 1 },
      learning: [{ courseId: optics, courseName: 'Optics', learning: 1 }],
    });
  const { nodes } = await read(other.address);
  expect(nodes).toMatchObject([
    { people: 2, sockets: 2, visitors: 0 },
    { people: 1, sockets: 2, visitors: 1 },
  ]);
});

test('shows the newest events with their actors but without data, and no name of a removed user', async () => {
  const eve = await school.register('eve');
  const courseId = await school.addCourse('Optics');
  const review = await school.review(eve, courseId, 9, 'A sentence of my own.');
  const actorOf = (user: TestUser) => ({ id: user.id, role: 'Student' }) as const;
  const bookmark = (user: TestUser) =>
    school.append(
      `bookmark-${user.id}`,
      { type: 'CourseBookmarked', data: { userId: user.id, courseId } },
      actorOf(user),
    );
  await bookmark(eve);
  const position = await bookmark(sam);
  expect((await read()).newest.slice(0, 3)).toEqual([
    {
      position,
      at: expect.any(String),
      type: 'CourseBookmarked',
      kind: 'bookmark',
      actor: { name: 'sam', role: 'Student' },
    },
    expect.objectContaining({ actor: { name: 'eve', role: 'Student' } }),
    expect.objectContaining({ type: 'ReviewSubmitted', kind: 'review', actor: null }),
  ]);
  await school.removeUser(eve);
  const text = JSON.stringify(await read());
  expect((await read()).newest[2]?.actor).toEqual({ name: null, role: 'Student' });
  for (const secret of ['A sentence', '@example.org', '"eve"', review.id, sam.id])
    expect(text).not.toContain(secret);
});

test('shows commands and events per minute, and the lag of the read models', async () => {
  const id = await school.addCourse('Optics');
  await school.editCourseManyTimes(id, 20);
  const { minutes, head, models } = await read();
  const sum = (field: 'commands' | 'events') =>
    minutes.reduce((total, minute) => total + (minute[field] ?? 0), 0);
  // Two users, the course, and twenty edits in one command.
  expect([sum('commands'), sum('events'), head]).toEqual([4, 23, 23]);
  expect(models.every(({ behind, seconds, parked }) => behind + seconds + parked === 0)).toBe(true);

  school.isProjectionPaused = true;
  await school.editCourseManyTimes(id, 7);
  await school.log.pool.query(
    "insert into read.parked (model, stream, position, version, error) values ('notes', 'note-x', 2, 2, 'x')",
  );
  await expect
    .poll(async () => (await read()).models.find(({ model }) => model === 'courses'))
    .toMatchObject({ behind: 7, parked: 0 });
  expect((await read()).models.find(({ model }) => model === 'notes')).toMatchObject({ parked: 1 });
  await school.project();
  expect((await read()).models.every(({ behind }) => behind === 0)).toBe(true);
});

test('sends the current dashboard to an attending Admin after a change and after a reconnect', async () => {
  const client = await live.connect(ada);
  expect(await attend(client)).toBeNull();
  await expect.poll(() => newestType(client)).toBe('UserRegistered');
  const id = await school.addCourse('Optics');
  await expect.poll(() => newestType(client)).toBe('CourseAdded');
  client.socket.disconnect();
  await school.removeCourse(id);
  const again = await live.connect(ada);
  await attend(again);
  await expect.poll(() => newestType(again)).toBe('CourseRemoved');
});

test('shows events that the read models have not applied yet', async () => {
  const client = await live.connect(ada);
  await attend(client);
  school.isProjectionPaused = true;
  await school.addCourse('Optics');
  await expect.poll(() => newestType(client)).toBe('CourseAdded');
  await school.project();
});

test('sends nothing to a demoted Admin, or to an Admin who has left the dashboard', async () => {
  const eve = await school.register('eve', 'Admin');
  const [demoted, onOtherView, observer] = [
    await live.connect(eve),
    await live.connect(ada),
    await live.connect(ada),
  ];
  for (const client of [demoted, onOtherView, observer]) {
    await attend(client);
    await expect.poll(() => client.dashboards.length).toBeGreaterThan(0);
  }
  await attend(onOtherView, null);
  await school.changeRole(eve, 'Admin', 'Student');
  await expect.poll(() => demoted.messages.at(-1)?.kind).toBe('own-role-changed');
  const received = [demoted, onOtherView].map(({ dashboards }) => dashboards.length);
  await school.addCourse('Optics');
  await expect.poll(() => newestType(observer)).toBe('CourseAdded');
  expect([demoted, onOtherView].map(({ dashboards }) => dashboards.length)).toEqual(received);
  expect(await attend(demoted)).toBe('You do not have access to this view.');
});
