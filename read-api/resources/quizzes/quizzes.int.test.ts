import { expect, test } from 'vitest';
import { z } from 'zod/mini';
import { type QuizKind, quizAttempt, submittedQuiz, timedQuizAttempt } from '#contract/schemas/quizzes.ts';
import type { QuizEvent } from '#events/catalogue/streams/quiz.ts';
import { enrolmentIdOf, quizIdOf } from '#platform/identity/record-ids.ts';
import { findChoiceQuestion, findQuestionBank } from '#quizzes/question-banks.ts';
import { correctlyAnsweredIds, maxScoreOf } from '#quizzes/scoring.ts';
import { messageKinds, openLiveSchool, waitForMessages } from '#testing/live-school.ts';
import type { TestUser } from '#testing/school.ts';

const live = await openLiveSchool();
const { school } = live;
const people = await school.registerAll({
  ...{ sam: 'Student', eve: 'Student', ada: 'Admin', grace: 'Instructor', hal: 'Instructor' },
});
let now = new Date('2026-03-14T15:00:00Z');
const advanceClock = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};
const node = await live.addNode({ clock: () => now });

const request = (path: string, reader: TestUser | null) => live.get(path, reader, {}, node.address);
const get = async (path: string, reader: TestUser): Promise<unknown> => (await request(path, reader)).json();
const quizzesOf = async (reader: TestUser, query = '') =>
  z.array(quizAttempt).parse(await get(`/quizzes?email=sam@example.org${query}`, reader));
const quizOf = async (id: string, reader: TestUser) =>
  timedQuizAttempt.parse(await get(`/quizzes/${id}`, reader));
const marking = async (reader: TestUser, query = '') =>
  z.array(submittedQuiz).parse(await get(`/quizzes/marking?${query}`, reader));
const idsOf = (list: readonly { _id: string }[]) => list.map(({ _id }) => _id);

let attemptCount = 0;
/** Starts a quiz as the command-api does, which tests of the read-api may not import. */
const start = async (kind: QuizKind, courseId: string, person = people.sam) => {
  attemptCount += 1;
  const enrolment = { userId: person.id, courseId };
  const attemptId = quizIdOf(enrolmentIdOf(person.id, courseId), kind, attemptCount);
  const bank = findQuestionBank('CSE');
  const questionIds = (kind === 'mcq' ? bank?.choice : bank?.written)?.map(({ id }) => id) ?? [];
  const deadline = new Date(now.getTime() + 60_000).toISOString();
  const act = (event: QuizEvent) => school.append(`quiz-${attemptId}`, event);
  await act({
    type: 'QuizStarted',
    data: { ...enrolment, attemptId, code: 'CSE', kind, questionIds, deadline },
  });
  return {
    id: attemptId,
    submit: (answers: Record<string, number | string>) => {
      const right = kind === 'mcq' ? correctlyAnsweredIds(answers) : null;
      const score = right?.length ?? null;
      const data = {
        ...enrolment,
        attemptId,
        answers,
        score,
        outOf: maxScoreOf(kind, 5),
        late: false,
        right,
      };
      return act({ type: 'QuizFinished', data });
    },
    mark: (marks: Record<string, number>, remark = '') =>
      act({ type: 'QuizMarked', data: { ...enrolment, attemptId, marks, remark } }),
  };
};

test('a running quiz shows its questions and deadline, but no solutions', async () => {
  const courseId = await school.addCourse('Counting');
  const { id, submit } = await start('mcq', courseId);
  advanceClock(20);
  const running = await quizOf(id, people.sam);
  expect(running).toMatchObject({
    ...{ _id: id, status: 'running', courseName: 'Counting', catalogueId: courseId, score: null },
    ...{ enrolmentId: enrolmentIdOf(people.sam.id, courseId), serverNow: now.toISOString(), late: false },
  });
  expect(Date.parse(running.deadline) - now.getTime()).toBe(40_000);
  expect(running.questions).toHaveLength(5);
  for (const question of running.questions)
    expect(question).toMatchObject({ answer: null, right: null, why: null, points: null });
  const { serverNow, ...listed } = running;
  expect(await quizzesOf(people.sam)).toEqual([listed]);
  await submit({ 'cse-c1': findChoiceQuestion('cse-c1')?.answer ?? 9 });
  const [finished] = await quizzesOf(people.sam);
  expect(finished).toMatchObject({ status: 'finished', score: 1, outOf: 5, late: false });
  expect(finished?.questions).toHaveLength(5);
  for (const question of finished?.questions ?? [])
    expect(question.right).toBe(findChoiceQuestion(question.id)?.answer);
});

test('a quiz that is not submitted ends soon after its deadline, and its GET is never cached', async () => {
  const { id } = await start('mcq', await school.addCourse('Forgotten'));
  const answer = await request(`/quizzes/${id}`, people.sam);
  expect([answer.headers.get('etag'), answer.headers.get('cache-control')]).toEqual([
    null,
    'private, no-store',
  ]);
  advanceClock(65);
  expect(await quizOf(id, people.sam)).toMatchObject({ status: 'running' });
  advanceClock(10);
  const ended = await quizOf(id, people.sam);
  expect(ended).toMatchObject({ status: 'finished', late: true, score: 0 });
  expect(ended.questions[0]?.right).not.toBeNull();
  expect((await quizzesOf(people.sam))[0]).toMatchObject({ _id: id, status: 'finished' });
});

test('lists attempts newest first, in pages', async () => {
  const courseId = await school.addCourse('Often');
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) ids.unshift((await start('mcq', courseId)).id);
  const first = await request('/quizzes?email=sam@example.org&limit=2', people.sam);
  const cursor = first.headers.get('next-cursor');
  expect(idsOf(z.array(quizAttempt).parse(await first.json()))).toEqual(ids.slice(0, 2));
  expect(idsOf(await quizzesOf(people.sam, `&limit=3&cursor=${cursor}`))).toEqual(ids.slice(2, 5));
  const last = await request('/quizzes?email=sam@example.org&limit=100', people.sam);
  expect(last.headers.get('next-cursor')).toBeNull();
  for (const wrong of ['limit=0', 'limit=101', 'cursor=x', 'cursor=-1'])
    expect((await request(`/quizzes?email=sam@example.org&${wrong}`, people.sam)).status).toBe(400);
});

test('students read their own attempts, Admins read all, and Instructors read the submitted written ones in their courses', async () => {
  const { sam, eve, ada, grace, hal } = people;
  const courseId = await school.addCourse('Taught', { instructorId: grace.id });
  const [choice, written] = [await start('mcq', courseId), await start('written', courseId)];
  const statuses = async (id: string) =>
    Promise.all(
      [sam, ada, grace, hal, eve].map(async (reader) => (await request(`/quizzes/${id}`, reader)).status),
    );
  expect(await statuses(written.id)).toEqual([200, 200, 404, 404, 404]);
  await written.submit({ 'cse-w1': 'Because.' });
  await choice.submit({});
  expect(await statuses(written.id)).toEqual([200, 200, 200, 404, 404]);
  expect(await statuses(choice.id)).toEqual([200, 200, 404, 404, 404]);
  expect(await statuses('11111111-1111-4111-8111-111111111111')).toEqual([404, 404, 404, 404, 404]);
  for (const reader of [grace, hal, eve])
    expect((await request('/quizzes?email=sam@example.org', reader)).status).toBe(403);
  expect(await quizzesOf(ada)).toEqual(await quizzesOf(sam));
  for (const reader of [sam, eve]) expect((await request('/quizzes/marking', reader)).status).toBe(403);
  for (const path of ['/quizzes?email=sam@example.org', '/quizzes/marking', `/quizzes/${choice.id}`])
    expect((await request(path, null)).status).toBe(401);
});

test('shows markers the submitted attempts, in the order of submission, until the attempts are marked', async () => {
  const { sam, eve, ada, grace, hal } = people;
  const courseId = await school.addCourse('Waited for', { instructorId: grace.id });
  const before = new Set(idsOf(await marking(ada)));
  const [first, second, unanswered] = [
    await start('written', courseId),
    await start('written', courseId, eve),
    await start('written', courseId),
  ];
  await second.submit({ 'cse-w1': 'Two.' });
  await first.submit({ 'cse-w1': 'One.', 'cse-w2': 'Indeed.' });
  await unanswered.submit({});
  const waiting = async (reader: TestUser) => idsOf(await marking(reader)).filter((id) => !before.has(id));
  expect(await waiting(ada)).toEqual([second.id, first.id]);
  expect(await waiting(grace)).toEqual([second.id, first.id]);
  expect(await waiting(hal)).toEqual([]);
  const [entry] = (await marking(grace)).filter(({ _id }) => _id === first.id);
  const own = (await quizzesOf(sam)).find(({ _id }) => _id === first.id);
  const withoutPoints = entry?.questions.map((question) => ({ ...question, points: null }));
  expect({ ...entry, questions: withoutPoints }).toEqual({ ...own, userName: 'sam' });
  expect(entry?.questions[0]).toMatchObject({ answer: 'One.', points: expect.any(Array), mark: null });
  // The markers see the points of a good answer from the start; the student sees them with the marks.
  const pointsFor = async (reader: TestUser) => (await quizOf(first.id, reader)).questions[0]?.points ?? null;
  expect([await pointsFor(sam), own?.questions[0]?.points]).toEqual([null, null]);
  for (const reader of [grace, ada]) expect(await pointsFor(reader)).toEqual(entry?.questions[0]?.points);
  // Lists that do not show the questions get the number of answers.
  const withoutQuestions = await marking(grace, 'withoutQuestions=true');
  expect(withoutQuestions.find(({ _id }) => _id === first.id)).toEqual({
    ...entry,
    questions: [],
    answered: entry?.questions.filter(({ answer }) => answer !== null).length,
  });
  expect((await request('/quizzes/marking?withoutQuestions=no', grace)).status).toBe(400);
  expect(await get(`/quizzes/${first.id}`, grace)).toMatchObject({ userName: entry?.userName });
  const page = await request('/quizzes/marking?limit=1', grace);
  const cursor = page.headers.get('next-cursor');
  expect(idsOf(await marking(grace, `cursor=${cursor}`)).at(-1)).toBe(first.id);
  await second.mark({ 'cse-w1': 7.5 }, 'Short.');
  await first.mark({ 'cse-w1': 4, 'cse-w2': 9 });
  expect(await pointsFor(sam)).toEqual(entry?.questions[0]?.points);
  expect(await waiting(grace)).toEqual([]);
  expect(idsOf(await marking(grace, 'state=marked'))).toEqual([first.id, second.id]);
  await second.mark({ 'cse-w1': 8 }, 'Short, but right.');
  expect(idsOf(await marking(grace, 'state=marked'))).toEqual([second.id, first.id]);
  expect(idsOf(await marking(grace, 'state=marked&limit=1'))).toEqual([second.id]);
  expect((await quizzesOf(sam)).find(({ _id }) => _id === first.id)).toMatchObject({
    score: 13,
    marked: true,
  });
  // The new teacher of the course marks its attempts.
  await school.editCourse(courseId, { instructorId: hal.id });
  expect(await marking(grace, 'state=marked')).toEqual([]);
  expect(idsOf(await marking(hal, 'state=marked'))).toEqual([second.id, first.id]);
});

test('sends an attempt only to the sockets of its student and, if it has written answers, to those of its markers', async () => {
  const { sam, eve, ada, grace, hal } = people;
  const courseId = await school.addCourse('Live', { instructorId: grace.id });
  const clients = [];
  for (const reader of [sam, eve, ada, grace, hal, null]) clients.push(await live.connect(reader));
  const [tab, other, admin, teacher, stranger, visitor] = clients;
  if (!tab || !other || !admin || !teacher || !stranger || !visitor) throw new Error('A client is missing.');
  const choice = await start('mcq', courseId);
  await choice.submit({ 'cse-c1': 0 });
  await waitForMessages(tab, 1);
  expect(tab.messages[0]?.data).toEqual((await quizzesOf(sam))[0]);
  const written = await start('written', courseId);
  await written.submit({ 'cse-w1': 'Because.' });
  for (const marker of [admin, teacher]) await waitForMessages(marker, 1);
  expect(teacher.messages[0]?.data).toEqual((await marking(grace)).find(({ _id }) => _id === written.id));
  expect(admin.messages[0]).toEqual(teacher.messages[0]);
  await written.mark({ 'cse-w1': 8 }, 'Clear.');
  await waitForMessages(tab, 3);
  expect(tab.messages[2]?.data).toEqual((await quizzesOf(sam))[0]);
  // Without answers there is nothing to mark.
  await (await start('written', courseId)).submit({});
  await school.addCourse('The end');
  await waitForMessages(tab, 5);
  expect(messageKinds(tab)).toEqual([
    ...['quiz-finished', 'quiz-finished', 'quiz-marked', 'quiz-finished'],
    'course-added',
  ]);
  for (const marker of [admin, teacher]) {
    await waitForMessages(marker, 3);
    expect(messageKinds(marker)).toEqual(['quiz-submitted', 'quiz-marks-changed', 'course-added']);
  }
  for (const outsider of [other, stranger, visitor]) {
    await waitForMessages(outsider, 1);
    expect(messageKinds(outsider)).toEqual(['course-added']);
  }
});

test('a demoted Instructor neither reads nor receives submissions', async () => {
  const { grace, ada } = people;
  const courseId = await school.addCourse('Given up', { instructorId: grace.id });
  const teacher = await live.connect(grace);
  await school.changeRole(grace, 'Instructor', 'Student');
  await waitForMessages(teacher, 1);
  const { id, submit } = await start('written', courseId);
  await submit({ 'cse-w1': 'Unheard.' });
  await school.addCourse('The end of it');
  await waitForMessages(teacher, 2);
  expect(messageKinds(teacher)).toEqual(['own-role-changed', 'course-added']);
  expect((await request(`/quizzes/${id}`, grace)).status).toBe(404);
  expect((await request('/quizzes/marking', grace)).status).toBe(403);
  expect(idsOf(await marking(ada))).toContain(id);
});

test('a removed user has no attempts', async () => {
  const { sam, ada } = people;
  const [quiz] = await quizzesOf(sam);
  await school.removeUser(sam);
  expect((await request('/quizzes?email=sam@example.org', sam)).status).toBe(403);
  expect(await quizzesOf(ada)).toEqual([]);
  expect((await request(`/quizzes/${quiz?._id}`, ada)).status).toBe(404);
  expect((await marking(ada)).map(({ userName }) => userName)).not.toContain('sam');
});
