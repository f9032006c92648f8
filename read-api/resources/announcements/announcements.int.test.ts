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

const listFor = async (user: TestUser, query = '') =>
  announcementList.parse(await (await live.get(`/announcement${query}`, user)).json());
const textsFor = async (user: TestUser) => (await listFor(user)).map(({ text }) => text);
const reachFor = async (user: TestUser) =>
  announcementReachList.parse(await (await live.get('/announcement/reach', user)).json());

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
const seenBy = async (user: TestUser) =>
  seenAnswer.parse(await (await live.get('/announcement/seen', user)).json());
/** Stands in for the command-api, which these tests may not import. */
const markSeen = (user: TestUser, position: number) =>
  school.log.pool.query('select state.see_announcements($1, $2)', [user.id, position]);

test('lists general announcements to all registered users, newest first, in pages', async () => {
  for (const text of ['One', 'Two', 'Three']) await announce(text);
  for (const user of [sam, ian, ada])
    expect((await textsFor(user)).slice(0, 3)).toEqual(['Three', 'Two', 'One']);
  const [newest] = await listFor(sam);
  expect(newest).toMatchObject({ userType: 'Instructor', userName: 'ian', own: false, courseId: null });
  expect((await listFor(ian))[0]).toEqual({ ...newest, own: true });
  const first = await live.get('/announcement?limit=2', sam);
  expect(announcementList.parse(await first.json()).map(({ text }) => text)).toEqual(['Three', 'Two']);
  const rest = await listFor(sam, `?limit=2&cursor=${first.headers.get('next-cursor')}`);
  expect(rest.map(({ text }) => text)).toEqual(['One']);
  expect((await live.get('/announcement')).status).toBe(401);
  for (const query of ['limit=0', 'limit=501', 'cursor=x'])
    expect((await live.get(`/announcement?${query}`, sam)).status).toBe(400);
});

test('lists announcements for a course to its students, its poster and Admins', async () => {
  const courseId = await school.addCourse('Optics');
  await enrol(courseId, sam);
  await announce('Bring lenses.', courseId);
  for (const user of [sam, ian, ada]) expect(await textsFor(user)).toContain('Bring lenses.');
  expect(await textsFor(eve)).not.toContain('Bring lenses.');
  expect((await listFor(sam))[0]).toMatchObject({ courseId, courseName: 'Optics' });
  await enrol(courseId, eve);
  expect(await textsFor(eve)).toContain('Bring lenses.');
});

test('sends announcements and their withdrawal on every node, as the GET shows them', async () => {
  const courseId = await school.addCourse('Acoustics');
  await enrol(courseId, sam);
  using posterClient = await live.connect(ian);
  using student = await live.connectTo(other.address, sam);
  using outsider = await live.connectTo(other.address, eve);
  using visitor = await live.connect(null);
  const announcement = await announce('Bring a bell.', courseId);
  await expect.poll(() => student.messages.at(-1)?.data).toEqual((await listFor(sam))[0]);
  await expect.poll(() => posterClient.messages.at(-1)?.data).toEqual((await listFor(ian))[0]);
  await announcement.withdraw();
  await announcement.restore();
  const course = await school.addCourse('The end');
  for (const client of [student, outsider, visitor, posterClient])
    await expect.poll(() => client.messages.at(-1)?.data).toMatchObject({ _id: course });
  const kinds = (client: typeof student) => client.messages.map(({ kind }) => kind);
  expect(kinds(student)).toEqual([
    ...['announcement-added', 'announcement-removed', 'announcement-added'],
    'course-added',
  ]);
  expect(kinds(outsider)).toEqual(['course-added']);
  expect(kinds(visitor)).toEqual(['course-added']);
});

test('tells only the poster how many others have seen it', async () => {
  const courseId = await school.addCourse('Statics');
  await enrol(courseId, sam);
  const general = await announce('To all.');
  const forCourse = await announce('To one.', courseId);
  const reach = async () => {
    const list = await reachFor(ian);
    return [general, forCourse].map(({ id }) => list.find(({ _id }) => _id === id));
  };
  expect(await reach()).toMatchObject([
    { seen: 0, audience: 3 },
    { seen: 0, audience: 1 },
  ]);
  const upTo = (await listFor(sam))[0]?.position ?? 0;
  await markSeen(sam, upTo);
  await markSeen(eve, upTo);
  await markSeen(ian, upTo);
  expect(await reach()).toMatchObject([
    { seen: 2, audience: 3 },
    { seen: 1, audience: 1 },
  ]);
  expect((await live.get('/announcement/reach', sam)).status).toBe(403);
});

test('sends the seen position to the user’s other devices, and to nobody else', async () => {
  using laptop = await live.connectTo(other.address, sam);
  using outsider = await live.connectTo(other.address, eve);
  const received: Record<string, number[]> = { laptop: [], outsider: [] };
  laptop.socket.on('announcements-seen', (position) => received.laptop?.push(position));
  outsider.socket.on('announcements-seen', (position) => received.outsider?.push(position));
  await announce('Read me.');
  const upTo = (await listFor(sam))[0]?.position ?? 0;
  await markSeen(sam, upTo);
  await markSeen(sam, upTo - 1);
  await expect.poll(() => received).toEqual({ laptop: [upTo], outsider: [] });
  expect((await seenBy(sam)).position).toBe(upTo);
  expect(await seenBy(ada)).toEqual({ position: 0, joined: [] });
});

test('keeps the announcement of a removed poster, without their name', async () => {
  const removedPoster = await school.register('dora', 'Instructor');
  await announce('Words that stay.', null, removedPoster);
  await school.removeUser(removedPoster);
  expect((await listFor(sam))[0]).toMatchObject({ text: 'Words that stay.', userName: null });
});

test('does not count an announcement as seen before the student has enrolled', async () => {
  const tom = await school.register('tom');
  const courseId = await school.addCourse('Dynamics');
  const { id } = await announce('Before he came.', courseId);
  const reach = async () => (await reachFor(ian)).find(({ _id }) => _id === id);
  await markSeen(tom, (await listFor(ada))[0]?.position ?? 0);
  const enrolmentStarts = async () => (await seenBy(tom)).joined;
  expect(await enrolmentStarts()).toEqual([]);
  const position = await enrol(courseId, tom);
  expect(await enrolmentStarts()).toEqual([{ courseId, position }]);
  // Before the enrolment tom could not see this announcement.
  expect(await reach()).toMatchObject({ seen: 0, audience: 1 });
  await markSeen(tom, position);
  expect(await reach()).toMatchObject({ seen: 1, audience: 1 });
  // Leaving and enrolling again does not reset it.
  await leave(courseId, tom);
  expect(await enrolmentStarts()).toEqual([]);
  await enrol(courseId, tom);
  expect(await enrolmentStarts()).toEqual([{ courseId, position }]);
  expect(await reach()).toMatchObject({ seen: 1, audience: 1 });
});
