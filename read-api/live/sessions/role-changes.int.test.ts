import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { messageKinds, liveTest as test, waitForMessages } from '#testing/live-school.ts';

test('a promoted user receives what Admins receive, on every node, until they are demoted', async ({
  live,
  school,
}) => {
  const other = await live.addNode();
  const user = await school.register('rolf');
  const both = await Promise.all([live.connect(user), live.connectTo(other.address, user)]);
  // Waits after each event, because a node that is behind would use the current role for all events.
  const waitForBoth = (count: number) => Promise.all(both.map((client) => waitForMessages(client, count)));
  await school.changeRole(user, 'Student', 'Admin');
  await waitForBoth(1);
  await school.register('bob');
  await waitForBoth(2);
  await school.changeRole(user, 'Admin', 'Student');
  await waitForBoth(3);
  await school.register('eve');
  await school.addCourse('Optics');
  await waitForBoth(4);
  for (const client of both) {
    expect(messageKinds(client)).toEqual([
      'own-role-changed',
      'user-registered',
      'own-role-changed',
      'course-added',
    ]);
    expect(client.messages[0]?.data).toEqual({ userType: 'Admin' });
    expect(client.messages[1]?.data).toMatchObject({ name: 'bob' });
  }
});

test('a user who was promoted and demoted before a node read either event receives no data of users from that node', async ({
  live,
  school,
}) => {
  const user = await school.register('rolf');
  const client = await live.connect(user);
  school.isProjectionPaused = true;
  await school.changeRole(user, 'Student', 'Admin');
  await school.register('bob');
  await school.changeRole(user, 'Admin', 'Student');
  await school.addCourse('Optics');
  await school.projectInOneStep();
  await expect.poll(() => messageKinds(client)).toContain('course-added');
  expect(messageKinds(client)).toEqual(['own-role-changed', 'own-role-changed', 'course-added']);
  expect(client.messages[0]?.data).toEqual({ userType: 'Student' });
});

test('a demoted Admin receives no more data of users, even while a projection cannot apply the demotion', async ({
  live,
  school,
}) => {
  const admin = await school.register('ada', 'Admin');
  const client = await live.connect(admin);
  await school.log.pool.query(
    `insert into read.parked (model, stream, position, version, error) values ('users', $1, 2, 2, 'a bug')`,
    [`user-${admin.id}`],
  );
  await school.changeRole(admin, 'Admin', 'Student');
  // An order to refetch resolves the role again. The table does not contain the new role yet.
  await school.log.pool.query("update read.checkpoints set epoch = epoch + 1 where model = 'users'");
  await expect.poll(() => client.welcomes.map(({ refetch }) => refetch)).toEqual([false, true]);
  await school.register('bob');
  await school.addCourse('Optics');
  await expect.poll(() => messageKinds(client)).toContain('course-added');
  expect(messageKinds(client)).toEqual(['course-added']);
});

test('a removed Admin receives the removal, and afterwards no data of users', async ({ live, school }) => {
  const admin = await school.register('ada', 'Admin');
  const client = await live.connect(admin);
  await school.removeUser(admin);
  await school.register('bob');
  await school.addCourse('Optics');
  await waitForMessages(client, 2);
  expect(client.messages.map((message) => message.data)).toMatchObject([
    { userType: null },
    { course_name: 'Optics' },
  ]);
});

test('a removed Instructor does not receive changes of their own announcements', async ({ live, school }) => {
  const ian = await school.register('ian', 'Instructor');
  const stream = `announcement-${randomUUID()}`;
  const announcement = { userId: ian.id, courseId: null };
  const content = { type: 'Course Related', date: '2026-03-05', text: 'Bring a pen.' } as const;
  await school.append(stream, {
    type: 'AnnouncementPosted',
    data: { ...announcement, userType: 'Instructor', ...content },
  });
  const client = await live.connect(ian);
  await school.removeUser(ian);
  await school.append(stream, { type: 'AnnouncementWithdrawn', data: { ...announcement, by: 'admin' } });
  await school.append(stream, { type: 'AnnouncementRestored', data: announcement });
  await school.addCourse('Optics');
  await expect.poll(() => messageKinds(client)).toContain('course-added');
  expect(messageKinds(client)).toEqual(['own-role-changed', 'course-added']);
});

test('a user who registers while connected gets their role', async ({ live, school }) => {
  const user = { id: '', uid: 'uid-nora', email: 'nora@example.org' };
  const client = await live.connect(user);
  await school.register('nora', 'Admin');
  await school.register('bob');
  await waitForMessages(client, 2);
  expect(messageKinds(client)).toEqual(['own-role-changed', 'user-registered']);
});
