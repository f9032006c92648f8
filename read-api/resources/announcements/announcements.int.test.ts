import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { announcementList, announcementReachList, seenAnswer } from '#contract/schemas/announcements.ts';
import { enrolmentIdOf } from '#platform/identity/record-ids.ts';
import { type LiveSchool, openLiveSchool } from '../../testing/live-school.ts';
import type { School, TestUser } from '../../testing/school.ts';
import type { TestNode } from '../../testing/test-node.ts';

let live: LiveSchool;
let school: School;
let other: TestNode;
let ian: TestUser;
let ada: TestUser;
let sam: TestUser;
let eve: TestUser;
beforeAll(async () => {
  live = await openLiveSchool();
  school = live.school;
  ian = await school.register('ian', 'Instructor');
  ada = await school.register('ada', 'Admin');
  [sam, eve] = [await school.register('sam'), await school.register('eve')];
  other = await live.addNode();
});
afterAll(() => live[Symbol.asyncDispose]());

const listOf = async (who: TestUser, query = '') =>
  announcementList.parse(await (await live.get(`/announcement${query}`, who)).json());
const textsOf = async (who: TestUser) => (await listOf(who)).map(({ text }) => text);
const reachOf = async (who: TestUser) =>
  announcementReachList.parse(await (await live.get('/announcement/reach', who)).json());

const announce = async (text: string, courseId: string | null = null, by: TestUser = ian) => {
  const stream = `announcement-${randomUUID()}`;
  const data = { userId: by.id, courseId };
  const more = { userType: 'Instructor', type: 'Course Related', date: '2026-03-05', text } as const;
  await school.append(stream, { type: 'AnnouncementPosted', data: { ...data, ...more } });
  return {
    id: stream.slice('announcement-'.length),
    withdraw: () => school.append(stream, { type: 'AnnouncementWithdrawn', data: { ...data, by: 'poster' } }),
    restore: () => school.append(stream, { type: 'AnnouncementRestored', data }),
  };
};
const enrol = (courseId: string, person: TestUser) =>
  school.append(`enrolment-${enrolmentIdOf(person.id, courseId)}`, {
    type: 'StudentEnrolled',
    data: { userId: person.id, courseId },
  });
const leave = (courseId: string, person: TestUser) =>
  school.append(`enrolment-${enrolmentIdOf(person.id, courseId)}`, {
    type: 'StudentLeft',
    data: { userId: person.id, courseId },
  });
const seenBy = async (who: TestUser) =>
  seenAnswer.parse(await (await live.get('/announcement/seen', who)).json());
/** In place of the command-api, which lives behind a wall. */
const see = (who: TestUser, position: number) =>
  school.log.pool.query('select state.see_announcements($1, $2)', [who.id, position]);

test('everybody who is registered reads what is for everybody, newest first, page by page', async () => {
  for (const text of ['One', 'Two', 'Three']) await announce(text);
  for (const who of [sam, ian, ada])
    expect((await textsOf(who)).slice(0, 3)).toEqual(['Three', 'Two', 'One']);
  const [newest] = await listOf(sam);
  expect(newest).toMatchObject({ userType: 'Instructor', userName: 'ian', own: false, courseId: null });
  expect((await listOf(ian))[0]).toEqual({ ...newest, own: true });
  const first = await live.get('/announcement?limit=2', sam);
  expect(announcementList.parse(await first.json()).map(({ text }) => text)).toEqual(['Three', 'Two']);
  const rest = await listOf(sam, `?limit=2&cursor=${first.headers.get('next-cursor')}`);
  expect(rest.map(({ text }) => text)).toEqual(['One']);
  expect((await live.get('/announcement')).status).toBe(401);
  for (const query of ['limit=0', 'limit=501', 'cursor=x'])
    expect((await live.get(`/announcement?${query}`, sam)).status).toBe(400);
});

test('what is for a course is read by those enrolled, its poster and admins', async () => {
  const courseId = await school.addCourse('Optics');
  await enrol(courseId, sam);
  await announce('Bring lenses.', courseId);
  for (const who of [sam, ian, ada]) expect(await textsOf(who)).toContain('Bring lenses.');
  expect(await textsOf(eve)).not.toContain('Bring lenses.');
  expect((await listOf(sam))[0]).toMatchObject({ courseId, courseName: 'Optics' });
  await enrol(courseId, eve);
  expect(await textsOf(eve)).toContain('Bring lenses.');
});

test('each is told what their GET says, on every node; a withdrawn one leaves', async () => {
  const courseId = await school.addCourse('Acoustics');
  await enrol(courseId, sam);
  using poster = await live.connect(ian);
  using student = await live.connectTo(other.address, sam);
  using stranger = await live.connectTo(other.address, eve);
  using visitor = await live.connect(null);
  const one = await announce('Bring a bell.', courseId);
  await expect.poll(() => student.messages.at(-1)?.data).toEqual((await listOf(sam))[0]);
  await expect.poll(() => poster.messages.at(-1)?.data).toEqual((await listOf(ian))[0]);
  await one.withdraw();
  await one.restore();
  const course = await school.addCourse('The end');
  for (const client of [student, stranger, visitor, poster])
    await expect.poll(() => client.messages.at(-1)?.data).toMatchObject({ _id: course });
  const kinds = (of: typeof student) => of.messages.map(({ kind }) => kind);
  expect(kinds(student)).toEqual([
    ...['announcement-added', 'announcement-removed', 'announcement-added'],
    'course-added',
  ]);
  expect(kinds(stranger)).toEqual(['course-added']);
  expect(kinds(visitor)).toEqual(['course-added']);
});

test('how many have seen it is known to the poster alone, without counting the poster', async () => {
  const courseId = await school.addCourse('Statics');
  await enrol(courseId, sam);
  const general = await announce('To all.');
  const special = await announce('To one.', courseId);
  const reach = async () => {
    const list = await reachOf(ian);
    return [general, special].map(({ id }) => list.find(({ _id }) => _id === id));
  };
  expect(await reach()).toMatchObject([
    { seen: 0, audience: 3 },
    { seen: 0, audience: 1 },
  ]);
  const upTo = (await listOf(sam))[0]?.position ?? 0;
  await see(sam, upTo);
  await see(eve, upTo);
  await see(ian, upTo);
  expect(await reach()).toMatchObject([
    { seen: 2, audience: 3 },
    { seen: 1, audience: 1 },
  ]);
  expect((await live.get('/announcement/reach', sam)).status).toBe(403);
});

test('what was seen on one device is told to the person’s others, and to nobody else', async () => {
  using laptop = await live.connectTo(other.address, sam);
  using stranger = await live.connectTo(other.address, eve);
  const heard: Record<string, number[]> = { laptop: [], stranger: [] };
  laptop.socket.on('announcements-seen', (position) => heard.laptop?.push(position));
  stranger.socket.on('announcements-seen', (position) => heard.stranger?.push(position));
  await announce('Read me.');
  const upTo = (await listOf(sam))[0]?.position ?? 0;
  await see(sam, upTo);
  await see(sam, upTo - 1);
  await expect.poll(() => heard).toEqual({ laptop: [upTo], stranger: [] });
  expect((await seenBy(sam)).position).toBe(upTo);
  expect(await seenBy(ada)).toEqual({ position: 0, joined: [] });
});

test('an announcement of a removed poster stays, without a name', async () => {
  const doomed = await school.register('dora', 'Instructor');
  await announce('Words that stay.', null, doomed);
  await school.removeUser(doomed);
  expect((await listOf(sam))[0]).toMatchObject({ text: 'Words that stay.', userName: null });
});

test('what a course announced before one came to it is seen no earlier than that', async () => {
  const tom = await school.register('tom');
  const courseId = await school.addCourse('Dynamics');
  const { id } = await announce('Before he came.', courseId);
  const reached = async () => (await reachOf(ian)).find(({ _id }) => _id === id);
  await see(tom, (await listOf(ada))[0]?.position ?? 0);
  const joinedHere = async () => (await seenBy(tom)).joined;
  expect(await joinedHere()).toEqual([]);
  const position = await enrol(courseId, tom);
  expect(await joinedHere()).toEqual([{ courseId, position }]);
  // He had looked before; of this one he saw nothing then.
  expect(await reached()).toMatchObject({ seen: 0, audience: 1 });
  await see(tom, position);
  expect(await reached()).toMatchObject({ seen: 1, audience: 1 });
  // Who leaves and comes back has not forgotten it.
  await leave(courseId, tom);
  expect(await joinedHere()).toEqual([]);
  await enrol(courseId, tom);
  expect(await joinedHere()).toEqual([{ courseId, position }]);
  expect(await reached()).toMatchObject({ seen: 1, audience: 1 });
});
