import { expect, test } from 'vitest';
import { type Roster, roster, studentInCourse, taughtCourseList } from '#contract/schemas/roster.ts';
import type { QuizEvent } from '#events/catalogue/streams/quiz.ts';
import { enrolmentIdOf, quizIdOf } from '#platform/identity/record-ids.ts';
import { openLiveSchool } from '#testing/live-school.ts';
import type { TestUser } from '#testing/school.ts';

const readings: { adminId: string; what: string; userId: string | null }[] = [];
const live = await openLiveSchool({
  recordReading: async ({ adminId, what, userId }) => {
    readings.push({ adminId, what, userId });
  },
  liveLimits: { rosterIntervalMs: 10 },
});
const { school } = live;
const { sam, eve, ian, ida, ada } = await school.registerAll({
  ...{ sam: 'Student', eve: 'Student', ian: 'Instructor', ida: 'Instructor', ada: 'Admin' },
});

const get = async (courseId: string, reader: TestUser, query = ''): Promise<Roster> =>
  roster.parse(await live.getJson(`/courses/${courseId}/students${query}`, reader));
const statusFor = async (path: string, reader: TestUser | null) => (await live.get(path, reader)).status;
const addCourse = (name: string, instructorId = ian.id) => school.addCourse(name, { instructorId });

/** Takes a written quiz with one answer, and marks it unless `marks` is null. */
const takeQuiz = async (person: TestUser, courseId: string, marks: number | null) => {
  const keys = { userId: person.id, courseId };
  const attemptId = quizIdOf(enrolmentIdOf(person.id, courseId), 'written', 1);
  const act = (event: QuizEvent) => school.append(`quiz-${attemptId}`, event);
  await act({
    type: 'QuizStarted',
    data: {
      ...{ ...keys, attemptId, code: 'CSE', kind: 'written', questionIds: ['cse-w1'] },
      deadline: '2026-03-14T15:00:00.000Z',
    },
  });
  await act({
    type: 'QuizFinished',
    data: {
      ...{ ...keys, attemptId, answers: { 'cse-w1': 'Because.' }, score: null, outOf: 10, late: false },
      right: null,
    },
  });
  if (marks !== null)
    await act({
      type: 'QuizMarked',
      data: { ...keys, attemptId, marks: { 'cse-w1': marks }, remark: '' },
    });
  return attemptId;
};

test('shows the students of a course only to its teacher and Admins', async () => {
  const courseId = await addCourse('Optics');
  const enrolment = await school.enrol(sam, courseId);
  await school.enrol(eve, courseId);
  await enrolment.start();
  await enrolment.complete(1);
  await enrolment.complete(2);
  const attemptId = await takeQuiz(sam, courseId, 5);

  const shown = await get(courseId, ian);
  expect(shown).toMatchObject({ course: { course_name: 'Optics', withdrawn: false }, enrolled: 2, total: 2 });
  expect(shown.students.map(({ name }) => name)).toEqual(['eve', 'sam']);
  expect(shown.students[1]).toMatchObject({
    ...{ _id: sam.id, enrolmentId: enrolment.id, email: 's•••@example.org', completedModules: 2 },
    quizzes: { taken: 1, percent: 50, waiting: 0 },
    certifiedAt: null,
  });
  // A bookmark is not a learning activity.
  await school.bookmark(eve, courseId);
  expect((await get(courseId, ian)).students[0]).toEqual(shown.students[0]);
  const byAdmin = await get(courseId, ada);
  expect(byAdmin.students[1]?.email).toBe('sam@example.org');

  const pathOfSam = `/courses/${courseId}/students/${sam.id}`;
  const student = studentInCourse.parse(await live.getJson(pathOfSam, ian));
  expect(student.student).toEqual(shown.students[1]);
  expect(student.modules.map((time) => time !== null)).toEqual([true, true, false, false, false]);
  expect(student.attempts).toMatchObject([
    { _id: attemptId, score: 5, outOf: 10, markable: true, marked: true },
  ]);
  expect(await statusFor(`/courses/${courseId}/students/${ada.id}`, ian)).toBe(404);

  for (const path of [`/courses/${courseId}/students`, pathOfSam]) {
    expect(await statusFor(path, ida), path).toBe(403);
    expect(await statusFor(path, sam), path).toBe(403);
    expect(await statusFor(path, null), path).toBe(401);
  }
  // An Instructor learns nothing about courses of others, not even whether they exist.
  const unknown = '/courses/00000000-0000-4000-8000-000000000000/students';
  expect([await statusFor(unknown, ida), await statusFor(unknown, ada)]).toEqual([403, 404]);
});

test('records what an Admin reads about the students of a course, and records nothing for its teacher or for a user who is not its student', async () => {
  const courseId = await addCourse('Statics');
  await school.enrol(sam, courseId);
  readings.length = 0;
  await get(courseId, ian);
  expect(readings).toEqual([]);
  const abe = await school.register('abe', 'Admin');
  await live.get(`/courses/${courseId}/students?format=csv`, abe);
  await live.get(`/courses/${courseId}/students/${eve.id}`, abe);
  const rosterReading = { adminId: abe.id, what: 'course-results', userId: null };
  expect(readings).toEqual([rosterReading]);
  await live.get(`/courses/${courseId}/students/${sam.id}`, abe);
  expect(readings).toEqual([rosterReading, { ...rosterReading, userId: sam.id }]);
});

test('shows the students to a new teacher and no longer to the former one, and leaves out removed users', async () => {
  const courseId = await addCourse('Acoustics');
  const tom = await school.register('tom');
  await school.enrol(tom, courseId);
  const { leave } = await school.enrol(sam, courseId);
  await school.editCourse(courseId, { instructorId: ida.id });
  expect(await statusFor(`/courses/${courseId}/students`, ian)).toBe(403);
  expect((await get(courseId, ida)).total).toBe(2);
  await leave();
  expect((await get(courseId, ida)).students.map(({ name }) => name)).toEqual(['tom']);
  await school.removeUser(tom);
  expect(await get(courseId, ida)).toMatchObject({ enrolled: 0, total: 0, students: [] });
  expect(await statusFor(`/courses/${courseId}/students/${tom.id}`, ida)).toBe(404);
  await school.removeCourse(courseId);
  expect((await get(courseId, ida)).course.withdrawn).toBe(true);
});

test('lists the courses whose students a reader may see, including removed ones', async () => {
  const una = await school.register('una', 'Instructor');
  const kept = await addCourse('Thermodynamics', una.id);
  const removed = await addCourse('Ether', una.id);
  await school.enrol(sam, removed);
  await (await school.enrol(eve, removed)).leave();
  await school.removeCourse(removed);
  const list = async (reader: TestUser) =>
    taughtCourseList.parse(await live.getJson('/taughtCourses', reader));
  const own = await list(una);
  expect(own).toMatchObject([
    { _id: kept, course_name: 'Thermodynamics', withdrawn: false, students: 0 },
    { _id: removed, course_name: 'Ether', withdrawn: true, students: 1 },
  ]);
  expect(own).toHaveLength(2);
  const readPage = async (query: string) => {
    const response = await live.get(`/taughtCourses?${query}`, una);
    const courses = taughtCourseList.parse(await response.json());
    return { ids: courses.map(({ _id }) => _id), next: response.headers.get('next-cursor') };
  };
  const first = await readPage('limit=1');
  expect(first.ids).toEqual([kept]);
  expect(await readPage(`limit=1&cursor=${first.next}`)).toEqual({ ids: [removed], next: null });
  expect(await statusFor('/taughtCourses?cursor=rubbish', una)).toBe(400);
  expect((await list(ida)).map(({ _id }) => _id)).not.toContain(removed);
  expect((await list(ada)).map(({ _id }) => _id)).toEqual(expect.arrayContaining([kept, removed]));
  expect([await statusFor('/taughtCourses', sam), await statusFor('/taughtCourses', null)]).toEqual([
    403, 401,
  ]);
});

test('sends pages, refuses invalid queries, and guards the CSV file against formulas', async () => {
  const courseId = await addCourse('Dynamics');
  const formula = await school.register('=HYPERLINK("x")');
  for (const person of [sam, eve, formula]) await school.enrol(person, courseId);
  const names = async (query: string) => (await get(courseId, ian, query)).students.map(({ name }) => name);
  expect(await names('?limit=2')).toHaveLength(2);
  expect(await names('?limit=2&page=2')).toEqual(['sam']);
  expect(await names('?limit=2&page=3')).toEqual([]);
  expect(await names('?search=EV')).toEqual(['eve']);
  expect(await names('?inactiveDays=1')).toEqual([]);
  for (const query of ['limit=501', 'page=0', 'page=1.5', 'sort=x', 'state=x', 'inactiveDays=0', 'order=up'])
    expect(await statusFor(`/courses/${courseId}/students?${query}`, ian), query).toBe(400);
  const file = await live.get(`/courses/${courseId}/students?format=csv&sort=enrolled`, ian);
  expect(file.headers.get('content-type')).toContain('text/csv');
  expect(file.headers.get('content-disposition')).toContain('"students-cse.csv"');
  expect(file.headers.get('cache-control')).toBe('private, no-store');
  const lines = (await file.text()).trim().split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines[3]).toMatch(/^"'=HYPERLINK/);
});

test('counts all students of a very large course, and says in the file that students who enrolled earlier are missing', async () => {
  const courseId = await addCourse('Everybody’s course');
  await school.log.pool.query(
    `insert into read.enrolments
       select gen_random_uuid(), gen_random_uuid(), $1::uuid, false, now(), 1, null, 'enrolment', 0, 1
         from generate_series(1, 10000)`,
    [courseId],
  );
  await school.enrol(sam, courseId);
  const { enrolled, students } = await get(courseId, ian);
  expect([enrolled, students.map(({ name }) => name)]).toEqual([10_001, ['sam']]);
  const file = await live.get(`/courses/${courseId}/students?format=csv`, ian);
  expect((await file.text()).trim().split('\r\n').at(-1)).toMatch(
    /^"?Only the 10,000 students who enrolled last are listed, of 10,001\./,
  );
});

test('notifies only viewers of the roster who may still read it', async () => {
  const courseId = await addCourse('Thermodynamics');
  const other = await addCourse('Something else', ida.id);
  using teacher = await live.connect(ian);
  using admin = await live.connect(ada);
  using stranger = await live.connect(ida);
  using student = await live.connect(sam);
  const latestPositions: Record<string, number> = { teacher: 0, admin: 0, stranger: 0, student: 0 };
  const noticeCounts = { teacher: 0, admin: 0, stranger: 0, student: 0 };
  const clients = { teacher, admin, stranger, student };
  for (const name of ['teacher', 'admin', 'stranger', 'student'] as const)
    clients[name].socket.on('roster-changed', (change) => {
      expect(Object.keys(change)).toEqual(['courseId', 'position']);
      if (change.courseId !== courseId) return;
      latestPositions[name] = change.position;
      noticeCounts[name] += 1;
    });
  const view = { at: 'roster', courseId } as const;
  expect(await teacher.attend(view)).toBeNull();
  expect(await admin.attend(view)).toBeNull();
  for (const client of [stranger, student])
    expect(await client.attend(view)).toBe('You do not have access to this view.');
  expect(await stranger.attend({ at: 'roster', courseId: other })).toBeNull();

  const { position, complete, start } = await school.enrol(sam, courseId);
  await expect
    .poll(() => latestPositions)
    .toEqual({ teacher: position, admin: position, stranger: 0, student: 0 });
  // Each viewer received one notice when they opened the roster, and one for the enrolment.
  expect(noticeCounts).toEqual({ teacher: 2, admin: 2, stranger: 0, student: 0 });
  await school.editCourse(courseId, { instructorId: ida.id });
  await start();
  const completed = await complete(1);
  await expect.poll(() => latestPositions.admin).toBe(completed);
  expect(latestPositions.teacher).toBe(position);
});
