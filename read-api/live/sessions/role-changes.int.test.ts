import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LiveSchool, messageKinds, openLiveSchool, waitForMessages } from '../../testing/live-school.ts';
import type { School } from '../../testing/school.ts';

/** Who is told changes with the role, on every node at once. */
let live: LiveSchool;
let school: School;
beforeEach(async () => {
  live = await openLiveSchool();
  school = live.school;
});
afterEach(() => live[Symbol.asyncDispose]());

test('a promoted person is told, and hears what admins hear; a demoted one no longer', async () => {
  const other = await live.addNode();
  const person = await school.register('rolf');
  const both = await Promise.all([live.connect(person), live.connectTo(other.address, person)]);
  // One after the other: a node that is behind goes by the role that the person has by now.
  const bothAreTold = (count: number) => Promise.all(both.map((one) => waitForMessages(one, count)));
  await school.changeRole(person, 'Student', 'Admin');
  await bothAreTold(1);
  await school.register('bob');
  await bothAreTold(2);
  await school.changeRole(person, 'Admin', 'Student');
  await bothAreTold(3);
  await school.register('eve');
  await school.addCourse('Optics');
  await bothAreTold(4);
  for (const one of both) {
    expect(messageKinds(one)).toEqual([
      'own-role-changed',
      'user-registered',
      'own-role-changed',
      'course-added',
    ]);
    expect(one.messages[0]?.data).toEqual({ userType: 'Admin' });
    expect(one.messages[1]?.data).toMatchObject({ name: 'bob' });
  }
});

test('who is promoted and demoted again before a node gets there hears nothing of users from it', async () => {
  const person = await school.register('rolf');
  const one = await live.connect(person);
  school.isProjectionPaused = true;
  await school.changeRole(person, 'Student', 'Admin');
  await school.register('bob');
  await school.changeRole(person, 'Admin', 'Student');
  await school.addCourse('Optics');
  await school.projectInOneStep();
  await expect.poll(() => messageKinds(one)).toContain('course-added');
  expect(messageKinds(one)).toEqual(['own-role-changed', 'own-role-changed', 'course-added']);
  expect(one.messages[0]?.data).toEqual({ userType: 'Student' });
});

test('a removed admin hears that, and nothing of others any more', async () => {
  const admin = await school.register('ada', 'Admin');
  const one = await live.connect(admin);
  await school.removeUser(admin);
  await school.register('bob');
  await school.addCourse('Optics');
  await waitForMessages(one, 2);
  expect(one.messages.map((message) => message.data)).toMatchObject([
    { userType: null },
    { course_name: 'Optics' },
  ]);
});

test('a removed instructor hears nothing of what they announced, which they may not read any more', async () => {
  const ian = await school.register('ian', 'Instructor');
  const stream = `announcement-${randomUUID()}`;
  const whose = { userId: ian.id, courseId: null };
  const words = { type: 'Course Related', date: '2026-03-05', text: 'Bring a pen.' } as const;
  await school.append(stream, {
    type: 'AnnouncementPosted',
    data: { ...whose, userType: 'Instructor', ...words },
  });
  const one = await live.connect(ian);
  await school.removeUser(ian);
  await school.append(stream, { type: 'AnnouncementWithdrawn', data: { ...whose, by: 'admin' } });
  await school.append(stream, { type: 'AnnouncementRestored', data: whose });
  await school.addCourse('Optics');
  await expect.poll(() => messageKinds(one)).toContain('course-added');
  expect(messageKinds(one)).toEqual(['own-role-changed', 'course-added']);
});

test('who registers while connected becomes what they registered as', async () => {
  const person = { id: '', uid: 'uid-nora', email: 'nora@example.org' };
  const one = await live.connect(person);
  await school.register('nora', 'Admin');
  await school.register('bob');
  await waitForMessages(one, 2);
  expect(messageKinds(one)).toEqual(['own-role-changed', 'user-registered']);
});
