import { expect, test } from 'vitest';
import { notificationList } from '#contract/schemas/notifications.ts';
import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import { openLiveSchool } from '#testing/live-school.ts';
import type { TestUser } from '#testing/school.ts';

const live = await openLiveSchool();
const { school } = live;
const { ian, iris, ada, sam, eve } = await school.registerAll({
  ian: 'Instructor',
  iris: 'Instructor',
  ada: 'Admin',
  sam: 'Student',
  eve: 'Student',
});

const listFor = async (user: TestUser, query = '') => {
  const answer = await live.get(`/notifications${query}`, user);
  return { ...notificationList.parse(await answer.json()), next: answer.headers.get('next-cursor') };
};
const eventsFor = async (user: TestUser) => (await listFor(user)).notifications.map(({ event }) => event);
const markSeen = (user: TestUser, list: 'announcements' | 'notifications', position: number) =>
  school.log.pool.query(`select state.see_${list}($1, $2)`, [user.id, position]);
const switchOff = (user: TestUser, kinds: readonly string[]) =>
  school.log.pool.query('select state.switch_notifications($1, $2)', [user.id, kinds]);

let quizCount = 0;
/** Submits a written quiz. */
const writeQuiz = async (user: TestUser, courseId: string) => {
  quizCount += 1;
  const id = `00000000-0000-4000-8000-${String(quizCount).padStart(12, '0')}`;
  const ids = { userId: user.id, courseId, attemptId: id };
  const append = (event: DomainEvent) => school.append(`quiz-${id}`, event);
  const deadline = '2026-01-01T00:01:00.000Z';
  const questionIds = ['cse-w1'];
  await append({
    type: 'QuizStarted',
    data: { ...ids, code: 'CSE', kind: 'written', questionIds, deadline },
  });
  const answers = { 'cse-w1': 'So.' };
  await append({
    type: 'QuizFinished',
    data: { ...ids, answers, score: null, outOf: 50, late: false, right: null },
  });
  return {
    id,
    mark: () => append({ type: 'QuizMarked', data: { ...ids, marks: { 'cse-w1': 5 }, remark: '' } }),
  };
};

test('lists only notifications that concern the user, newest first, and none for a user who has just registered', async () => {
  const optics = await school.addCourse('Optics', { instructorId: ian.id });
  const other = await school.addCourse('Acoustics', { instructorId: iris.id });
  await school.announce(ian, 'Before anybody joined.', optics);
  await school.announce(ada, 'For all.');
  const enrolment = await school.enrol(sam, optics);
  await school.announce(ian, 'For opticians.', optics);
  await school.editCourse(optics, { price: 2 });
  await school.editCourse(optics, { price: 3 });
  await school.editCourse(other, { price: 3 });
  const quiz = await writeQuiz(sam, optics);

  expect(await eventsFor(ian)).toEqual(['quiz-waiting', 'course-changed', 'announcement']);
  const waiting = await listFor(ian);
  expect(waiting.notifications[0]).toMatchObject({ _id: quiz.id, course: { _id: optics, code: 'CSE' } });
  expect(waiting.quizzesToMark).toBe(1);
  expect((await listFor(ada)).quizzesToMark).toBe(1);
  expect(await listFor(iris)).toMatchObject({
    quizzesToMark: 0,
    notifications: [{ event: 'course-changed', course: { _id: other } }, { event: 'announcement' }],
  });

  await quiz.mark();
  await school.changeRole(eve, 'Student', 'Student');
  const { notifications, unread, quizzesToMark, switchedOff } = await listFor(sam);
  expect(notifications.map(({ event, text }) => [event, text])).toEqual([
    ['quiz-marked', null],
    ['course-changed', null],
    ['announcement', 'For opticians.'],
    ['announcement', 'For all.'],
    // This announcement became visible with the enrolment, and is listed by its date.
    ['announcement', 'Before anybody joined.'],
  ]);
  expect(notifications[1]?.course).toMatchObject({ enrolmentId: enrolment.id, name: 'Optics' });
  expect({ unread, quizzesToMark, switchedOff }).toEqual({ unread: 5, quizzesToMark: null, switchedOff: [] });
  expect(await eventsFor(ian)).toEqual(['course-changed', 'announcement']);
  expect(await eventsFor(eve)).toEqual(['role-declined', 'announcement']);
  expect((await listFor(eve)).notifications[0]?.role).toBeNull();
  // An Admin is notified of announcements to all users and for any course, but not of their own.
  expect(await eventsFor(ada)).toEqual(['announcement', 'announcement']);

  const lena = await school.register('lena');
  expect(await listFor(lena)).toMatchObject({ notifications: [], unread: 0 });
  expect(await live.getJson('/announcement/seen', lena)).toMatchObject({
    registered: await school.log.reader.head(),
  });
  await enrolment.leave();
  expect(await eventsFor(sam)).toEqual(['quiz-marked', 'announcement']);
  await school.removeCourse(optics);
  expect((await live.get('/notifications')).status).toBe(401);
});

test('orders all pages by the shown dates, even for announcements from before the enrolment', async () => {
  const courseId = await school.addCourse('Old news');
  const reader = await school.register('pam');
  for (let day = 1; day <= 5; day += 1) {
    await school.announce(ian, `Day ${day}`, courseId);
    await school.announce(ada, `Day ${day} for all`);
  }
  const newcomer = await school.register('lou');
  for (const user of [reader, newcomer]) await school.enrol(user, courseId);
  await markSeen(reader, 'notifications', (await listFor(reader)).latestPosition);
  expect((await listFor(reader)).unread).toBe(0);
  await school.announce(ian, 'Day 6', courseId);
  /** Reads the list in pages of two. */
  const readPages = async (user: TestUser) => {
    const list: { text: string | null; at: string; position: number; unread: number }[] = [];
    for (let query = '?limit=2'; ; ) {
      const { notifications, unread, latestPosition, next } = await listFor(user, query);
      list.push(...notifications.map((entry) => ({ ...entry, unread })));
      for (const { position } of notifications) expect(position).toBeLessThanOrEqual(latestPosition);
      if (next === null) return list;
      query = `?limit=2&cursor=${next}`;
    }
  };
  const days = [5, 4, 3, 2, 1];
  const ofReader = await readPages(reader);
  expect(ofReader.map(({ text }) => text)).toEqual([
    'Day 6',
    ...days.flatMap((day) => [`Day ${day} for all`, `Day ${day}`]),
  ]);
  expect(ofReader.map(({ at }) => at)).toEqual(
    ofReader
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  );
  expect(ofReader.map(({ unread }) => unread)).toEqual(ofReader.map(() => 1));
  // After the enrolment, announcements for the course from before the registration are also listed, but they are not unread.
  const ofNewcomer = await readPages(newcomer);
  expect(ofNewcomer.map(({ text }) => text)).toEqual(['Day 6', ...days.map((day) => `Day ${day}`)]);
  expect(ofNewcomer[0]?.unread).toBe(1);
  for (const query of ['?limit=0', '?limit=51', '?cursor=x', `?cursor=${'x'.repeat(501)}`])
    expect((await live.get(`/notifications${query}`, reader)).status, query).toBe(400);
});

test('notifies a teacher of changes that others make to the course, and notifies a new teacher of the course’s unmarked quizzes', async () => {
  const { old: formerTeacher, next: newTeacher } = await school.registerAll({
    old: 'Instructor',
    next: 'Instructor',
  });
  const courseId = await school.addCourse('Handover', { instructorId: formerTeacher.id });
  await writeQuiz(sam, courseId);
  await school.append(
    `course-${courseId}`,
    { type: 'CourseEdited', data: { changes: { videos: null } } },
    { id: formerTeacher.id, role: 'Instructor' },
  );
  // Instructors are not notified of their own edits.
  expect(await eventsFor(formerTeacher)).toEqual(['quiz-waiting']);
  using forFormer = await live.connect(formerTeacher);
  using forNew = await live.connect(newTeacher);
  const counts = () =>
    [forFormer, forNew].map(({ events }) => events.get('notifications-changed')?.length ?? 0);
  await school.editCourse(courseId, { instructorId: newTeacher.id });
  await expect.poll(counts).toEqual([1, 1]);
  expect(await listFor(formerTeacher)).toMatchObject({ quizzesToMark: 0, notifications: [] });
  expect(await listFor(newTeacher)).toMatchObject({
    quizzesToMark: 1,
    notifications: [{ event: 'course-changed', course: { enrolmentId: null } }, { event: 'quiz-waiting' }],
  });
  await school.removeCourse(courseId);
  await expect.poll(counts).toEqual([1, 2]);
  expect(await eventsFor(newTeacher)).toEqual(['course-withdrawn', 'quiz-waiting']);
  // Instructors are not notified of their own edits to a course that they also take, either.
  const takenId = await school.addCourse('Algebra', { instructorId: newTeacher.id });
  await school.enrol(newTeacher, takenId);
  await school.append(
    `course-${takenId}`,
    { type: 'CourseEdited', data: { changes: { price: 7 } } },
    { id: newTeacher.id, role: 'Instructor' },
  );
  expect(await eventsFor(newTeacher)).toEqual(['course-withdrawn', 'quiz-waiting']);
  await school.editCourse(takenId, { price: 8 });
  expect(await eventsFor(newTeacher)).toEqual(['course-changed', 'course-withdrawn', 'quiz-waiting']);
});

test('remembers on the server what was seen and which kinds are switched off', async () => {
  const reader = await school.register('rob');
  const courseId = await school.addCourse('Statics');
  await school.enrol(reader, courseId);
  await school.announce(ada, 'One');
  await school.editCourse(courseId, { price: 5 });
  using phone = await live.connect(reader);
  const noticesToPhone = () => phone.events.get('notifications-changed')?.length ?? 0;
  expect((await listFor(reader)).unread).toBe(2);
  // An announcement that was seen on the page of announcements is not unread here.
  await markSeen(reader, 'announcements', await school.log.reader.head());
  expect((await listFor(reader)).unread).toBe(1);
  // Waits for each notice before the next change, because quick changes of the same user share a notice.
  await expect.poll(noticesToPhone).toBe(1);
  await markSeen(reader, 'notifications', await school.log.reader.head());
  expect((await listFor(reader)).unread).toBe(0);
  await expect.poll(noticesToPhone).toBe(2);
  expect(phone.events.get('notifications-changed')).toEqual([[0], [0]]);
  // A position beyond the log must not hide later notifications.
  await markSeen(reader, 'notifications', Number.MAX_SAFE_INTEGER);
  await school.announce(ada, 'Two');
  expect((await listFor(reader)).unread).toBe(1);
  await expect.poll(noticesToPhone).toBe(3);

  await switchOff(reader, ['course', 'of-a-later-version']);
  const { switchedOff, notifications } = await listFor(reader);
  expect(switchedOff).toEqual(['course']);
  expect(notifications.map(({ text }) => text)).toEqual(['Two', 'One']);
  await expect.poll(noticesToPhone).toBe(4);
});

test('notifies only the sockets of the users concerned, on every node', async () => {
  const node = await live.addNode();
  const courseId = await school.addCourse('Waves', { instructorId: iris.id });
  const { student, outsider } = await school.registerAll({ student: 'Student', outsider: 'Student' });
  using forStudent = await live.connectTo(node.address, student);
  using forTeacher = await live.connect(iris);
  using forOutsider = await live.connect(outsider);
  const counts = () =>
    [forStudent, forTeacher, forOutsider].map(
      ({ events }) => events.get('notifications-changed')?.length ?? 0,
    );
  await school.enrol(student, courseId);
  await school.editCourse(courseId, { price: 9 });
  await expect.poll(counts).toEqual([2, 1, 0]);
  const quiz = await writeQuiz(student, courseId);
  await expect.poll(counts).toEqual([3, 2, 0]);
  await quiz.mark();
  await expect.poll(counts).toEqual([4, 3, 0]);
  const announcement = await school.announce(ada, 'For everybody');
  await expect.poll(counts).toEqual([5, 4, 1]);
  await announcement.withdraw();
  await expect.poll(counts).toEqual([6, 5, 2]);
});

test('deletes the notifications and the state of a removed user, and their quizzes from the lists of others', async () => {
  const courseId = await school.addCourse('Erosion', { instructorId: iris.id });
  const leaver = await school.register('leaver');
  await school.enrol(leaver, courseId);
  await writeQuiz(leaver, courseId);
  await markSeen(leaver, 'notifications', 5);
  expect(await eventsFor(iris)).toContain('quiz-waiting');
  const rowsOf = async (table: string) =>
    (await school.log.pool.query(`select from ${table} where user_id = $1`, [leaver.id])).rowCount;
  expect(await Promise.all(['read.notifications', 'state.announcements_seen'].map(rowsOf))).toEqual([1, 1]);
  using marker = await live.connect(ada);
  await school.removeUser(leaver);
  await expect.poll(() => marker.events.get('notifications-changed')?.length).toBe(1);
  await school.log.pool.query('select vault.destroy(array[$1::uuid])', [leaver.id]);
  expect(await Promise.all(['read.notifications', 'state.announcements_seen'].map(rowsOf))).toEqual([0, 0]);
  expect(await eventsFor(iris)).not.toContain('quiz-waiting');
});
