import { expect, test } from 'vitest';
import { announcementList, announcementReachList, seenAnswer } from '#contract/schemas/announcements.ts';
import { notificationList } from '#contract/schemas/notifications.ts';
import { openLiveSchool } from '#testing/live-school.ts';
import type { TestUser } from '#testing/school.ts';

const live = await openLiveSchool();
const { school } = live;
const { ian, ada, sam, eve } = await school.registerAll({
  ian: 'Instructor',
  ada: 'Admin',
  sam: 'Student',
  eve: 'Student',
});
const otherNode = await live.addNode();

const listFor = async (user: TestUser, query = '') =>
  announcementList.parse(await (await live.get(`/announcement${query}`, user)).json());
const textsFor = async (user: TestUser) => (await listFor(user)).map(({ text }) => text);
const reachFor = async (user: TestUser) =>
  announcementReachList.parse(await (await live.get('/announcement/reach', user)).json());

const announce = (text: string, courseId: string | null = null, by = ian) =>
  school.announce(by, text, courseId);
const seenBy = async (user: TestUser) =>
  seenAnswer.parse(await (await live.get('/announcement/seen', user)).json());
const markSeen = (user: TestUser, position: number) =>
  school.log.pool.query('select state.see_announcements($1, $2)', [user.id, position]);

test('returns general announcements to all registered users, newest first, in pages', async () => {
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

test('returns announcements for a course to its students, its poster and Admins', async () => {
  const courseId = await school.addCourse('Optics');
  await school.enrol(sam, courseId);
  await announce('Bring lenses.', courseId);
  for (const user of [sam, ian, ada]) expect(await textsFor(user)).toContain('Bring lenses.');
  expect(await textsFor(eve)).not.toContain('Bring lenses.');
  expect((await listFor(sam))[0]).toMatchObject({ courseId, courseName: 'Optics' });
  await school.enrol(eve, courseId);
  expect(await textsFor(eve)).toContain('Bring lenses.');
});

test('sends announcements and their withdrawal on every node, as the GET shows them', async () => {
  const courseId = await school.addCourse('Acoustics');
  await school.enrol(sam, courseId);
  using posterClient = await live.connect(ian);
  using student = await live.connectTo(otherNode.address, sam);
  using outsider = await live.connectTo(otherNode.address, eve);
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

test('shows only the poster how many others have seen an announcement', async () => {
  const courseId = await school.addCourse('Statics');
  await school.enrol(sam, courseId);
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
  expect(await reachFor(ada)).toEqual([]);
  expect((await live.get('/announcement/reach', sam)).status).toBe(403);
});

test('shows a student message only to its recipients, its sender and Admins: in lists, notifications, reach and live updates', async () => {
  const courseId = await school.addCourse('Thermodynamics', { instructorId: ian.id });
  const tim = await school.register('tim');
  const enrolment = await school.enrol(sam, courseId);
  await school.enrol(tim, courseId);
  await school.enrol(eve, courseId);
  const una = await school.register('una');
  await school.enrol(una, courseId);
  const everybody = { sam, tim, eve, ada, ian, visitor: null };
  const clients = Object.fromEntries(
    await Promise.all(
      Object.entries(everybody).map(async ([name, user]) => [
        name,
        await live.connectTo(otherNode.address, user),
      ]),
    ),
  ) as Record<keyof typeof everybody, Awaited<ReturnType<typeof live.connect>>>;
  const seen = clients.sam.lastSeen();

  const message = await school.message(ian, 'Can I help you?', courseId, [sam, tim]);
  const shown = (await listFor(sam))[0];
  expect(shown).toMatchObject({ text: 'Can I help you?', userName: 'ian', selection: { recipients: null } });
  await expect.poll(() => clients.sam.messages.at(-1)?.data).toEqual(shown);
  for (const user of [ian, ada])
    expect((await listFor(user))[0]).toMatchObject({ _id: message.id, selection: { recipients: 2 } });
  expect(await textsFor(eve)).not.toContain('Can I help you?');

  // Only the recipients are notified. An Admin may read the message but is not notified.
  const bellOf = async (user: TestUser) =>
    notificationList
      .parse(await live.getJson('/notifications', user))
      .notifications.filter(({ event }) => event === 'student-message');
  for (const user of [sam, tim])
    expect(await bellOf(user)).toMatchObject([
      { _id: message.id, isUnread: true, course: { _id: courseId } },
    ]);
  for (const user of [eve, ada, ian, await school.register('nobody')]) expect(await bellOf(user)).toEqual([]);
  await school.log.pool.query('select state.switch_notifications($1, $2)', [tim.id, ['announcement']]);
  expect(await bellOf(tim)).toEqual([]);

  const reachOfMessage = async () => (await reachFor(ian)).find(({ _id }) => _id === message.id);
  expect(await reachOfMessage()).toMatchObject({ seen: 0, audience: 2 });
  await markSeen(sam, shown?.position ?? 0);
  await markSeen(una, shown?.position ?? 0);
  expect(await reachOfMessage()).toMatchObject({ seen: 1, audience: 2 });

  /** Returns whether a user receives the message after reconnecting. */
  const received = async (user: TestUser | null) => {
    using again = await live.connect(user, seen, otherNode.address);
    return again.messages.some(({ data }) => data !== null && '_id' in data && data._id === message.id);
  };
  expect(await Promise.all([sam, tim, ada].map(received))).toEqual([true, true, true]);
  expect(await Promise.all([eve, null].map(received))).toEqual([false, false]);

  // The message disappears when the student leaves the course or the sender withdraws it, and returns when that is undone.
  await enrolment.leave();
  expect(await textsFor(sam)).not.toContain('Can I help you?');
  expect(await bellOf(sam)).toEqual([]);
  expect(await reachOfMessage()).toMatchObject({ seen: 0, audience: 1 });
  await enrolment.rejoin();
  expect(await textsFor(sam)).toContain('Can I help you?');
  await message.withdraw();
  await expect
    .poll(() => clients.sam.messages.at(-1))
    .toMatchObject({ kind: 'announcement-removed', data: { _id: message.id } });
  expect(await textsFor(sam)).not.toContain('Can I help you?');
  await message.restore();
  expect(await textsFor(sam)).toContain('Can I help you?');

  const end = await school.addCourse('The very end');
  for (const client of Object.values(clients)) {
    await expect.poll(() => client.messages.at(-1)?.data).toMatchObject({ _id: end });
  }
  for (const name of ['eve', 'visitor'] as const)
    expect(JSON.stringify(clients[name].messages)).not.toContain(message.id);
  expect(clients.eve.events.get('notifications-changed') ?? []).toEqual([]);
  for (const client of Object.values(clients)) client[Symbol.dispose]();

  // A former teacher no longer learns how many recipients have seen the message.
  const handOver = (instructorId: string) => school.editCourse(courseId, { instructorId });
  await handOver(ada.id);
  expect(await reachOfMessage()).toBeUndefined();
  expect((await listFor(ian))[0]).toMatchObject({ _id: message.id });
  await handOver(ian.id);
  expect(await reachOfMessage()).toMatchObject({ audience: 2 });
});

test('sends the seen position to the sockets of the user, and to nobody else', async () => {
  using laptop = await live.connectTo(otherNode.address, sam);
  using outsider = await live.connectTo(otherNode.address, eve);
  const received: Record<string, number[]> = { laptop: [], outsider: [] };
  laptop.socket.on('announcements-seen', (position) => received.laptop?.push(position));
  outsider.socket.on('announcements-seen', (position) => received.outsider?.push(position));
  await announce('Read me.');
  const upTo = (await listFor(sam))[0]?.position ?? 0;
  await markSeen(sam, upTo);
  await markSeen(sam, upTo - 1);
  await expect.poll(() => received).toEqual({ laptop: [upTo], outsider: [] });
  expect((await seenBy(sam)).position).toBe(upTo);
  expect(await seenBy(ada)).toEqual({ position: 0, registered: expect.any(Number), joined: [] });
});

test('returns the position at which a user registered', async () => {
  const before = await announce('Before she came.');
  const zoe = await school.register('zoe');
  const { registered } = await seenBy(zoe);
  const positionOf = async (id: string) => (await listFor(zoe)).find(({ _id }) => _id === id)?.position ?? 0;
  expect(registered).toBeGreaterThan(await positionOf(before.id));
  expect(registered).toBeLessThan(await positionOf((await announce('After she came.')).id));
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
  const { position, leave, rejoin } = await school.enrol(tom, courseId);
  expect(await enrolmentStarts()).toEqual([{ courseId, position }]);
  // Before the enrolment Tom could not see this announcement.
  expect(await reach()).toMatchObject({ seen: 0, audience: 1 });
  await markSeen(tom, position);
  expect(await reach()).toMatchObject({ seen: 1, audience: 1 });
  // Leaving and enrolling again does not change the position.
  await leave();
  expect(await enrolmentStarts()).toEqual([]);
  await rejoin();
  expect(await enrolmentStarts()).toEqual([{ courseId, position }]);
  expect(await reach()).toMatchObject({ seen: 1, audience: 1 });
});
