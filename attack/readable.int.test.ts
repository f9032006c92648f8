/**
 * Checks that people receive only what the policies let them read: in live messages, catch-ups, GETs and data copies. The texts of the
 * random acts name their owner, so the check does not depend on the format of what it reads.
 */
import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { isPermitted } from '#contract/policies.ts';
import type { UserType } from '#contract/schemas/users.ts';
import { longWait } from '#platform/testing/long-wait.ts';
import { connectLiveClient, type LiveClient } from '#testing/live-client.ts';
import type { Person } from './target.ts';
import { type EndpointName, endpointCases } from './testing/endpoint-cases.ts';
import { createCourseBody, createScene, type Scene, send } from './testing/scene.ts';
import { openTestTarget } from './testing/test-target.ts';

const target = await openTestTarget();
const scene = await createScene(target);

type Recipient = {
  name: string;
  role: UserType | null;
  userId: string | null;
  email: string;
  token: string | null;
};
const recipientOf = (name: string, role: UserType | null, { userId, email, token }: Person): Recipient => ({
  ...{ name, role, userId, email, token },
});
const { people } = scene;
const students = [people.owner, people.otherStudent];
const teachers = [people.teacher, people.otherInstructor];
const recipients: readonly Recipient[] = [
  { name: 'visitor', role: null, userId: null, email: '', token: null },
  recipientOf('unregistered', null, people.unregistered),
  recipientOf('student', 'Student', people.owner),
  recipientOf('other student', 'Student', people.otherStudent),
  recipientOf('instructor', 'Instructor', people.teacher),
  recipientOf('other instructor', 'Instructor', people.otherInstructor),
  recipientOf('admin', 'Admin', people.admin),
];

/**
 * Returns a text that names its kind, the student to whom it belongs or was sent, and the teacher of the course. An
 * announcement names its poster in both places.
 */
const textOf = (
  kind: 'note' | 'answer' | 'remark' | 'announcement' | 'message',
  student: Person,
  teacher: Person,
) => `${kind} about ${student.userId} with ${teacher.userId}.`;
const textPattern = /(note|answer|remark|announcement|message) about ([\da-f-]{36}) with ([\da-f-]{36})\./g;

/** The students who have been in a course of a teacher, by the teacher's id. */
const studentsByTeacher = new Map<string, Set<string>>();

/** Returns whether the policies let a recipient see a text. Answers and remarks are for the student, the teacher of the course and Admins. */
const mayRead = ({ role, userId }: Recipient, kind: string, ownerId: string, teacherId: string): boolean => {
  if (userId === ownerId) return true;
  // No permission covers reading all announcements. Admins may do it, because they may withdraw those of others.
  if (kind === 'announcement')
    return (
      isPermitted(role, 'announcement.withdrawOther') ||
      (userId !== null && studentsByTeacher.get(ownerId)?.has(userId) === true)
    );
  if (isPermitted(role, 'user.readOther')) return true;
  // The teacher sent the message to the student.
  if (kind === 'message') return userId === teacherId;
  return kind !== 'note' && isPermitted(role, 'quiz.mark') && userId === teacherId;
};

const emails = new Map(Object.values(people).map(({ email, userId }) => [email, userId]));
const mayReadEmail = ({ role, userId }: Recipient, ownerId: string) =>
  userId === ownerId || isPermitted(role, 'user.readOther');

/** The kinds of texts that the check has seen, with the channel, such as `note by live`. A test that reads nothing must not pass. */
const seen = new Set<string>();

/** Fails if the content contains a text or an e-mail address that the recipient may not read. */
const expectPermitted = (recipient: Recipient, channel: string, content: string): void => {
  for (const [text, kind = '', ownerId = '', teacherId = ''] of content.matchAll(textPattern)) {
    const about = `${recipient.name} received by ${channel}: ${text}`;
    expect(mayRead(recipient, kind, ownerId, teacherId), about).toBe(true);
    seen.add(`${kind} by ${channel.split(' ')[0]}`);
  }
  for (const [email, ownerId] of emails)
    if (content.includes(email))
      expect(mayReadEmail(recipient, ownerId), `${recipient.name} received by ${channel}: ${email}`).toBe(
        true,
      );
};

type Act = (student: Person, teacher: Person, courseId: string, enrolmentId: string) => Promise<unknown>;
/** Sends a request that may be refused. @returns the body of the answer. */
const trySend = async (person: Person, method: string, path: string, body?: object) =>
  (await send(target.url, person.token, method, path, body ?? null)).body as Record<string, unknown>;

/** The commands that are sent at random. Some of them are refused. */
const acts: Readonly<Record<string, Act>> = {
  note: (student, teacher, _, enrolmentId) =>
    trySend(student, 'POST', '/notes', { notes: textOf('note', student, teacher), courseId: enrolmentId }),
  changeNote: async (student, teacher, _, enrolmentId) => {
    const body = { notes: 'First.', courseId: enrolmentId };
    const { insertedId } = await trySend(student, 'POST', '/notes', body);
    return trySend(student, 'PUT', `/notes/${insertedId}`, { notes: textOf('note', student, teacher) });
  },
  quiz: async (student, teacher, _, enrolmentId) => {
    const started = await trySend(student, 'POST', '/quizzes', { code: 'MTH', kind: 'written', enrolmentId });
    const questions = (started.questions ?? []) as { id: string }[];
    const path = `/quizzes/${started._id}`;
    const answers = Object.fromEntries(questions.map(({ id }) => [id, textOf('answer', student, teacher)]));
    await trySend(student, 'POST', `${path}/answers`, { answers });
    const marks = Object.fromEntries(questions.map(({ id }) => [id, 5]));
    const remark = textOf('remark', student, teacher);
    await trySend(teacher, 'PATCH', `${path}/marks`, { marks, remark });
  },
  announce: (_, teacher, courseId) =>
    trySend(teacher, 'POST', '/announcement', {
      ...{ type: 'Course Related', courseId },
      text: textOf('announcement', teacher, teacher),
    }),
  message: (student, teacher, courseId) =>
    trySend(teacher, 'POST', `/courses/${courseId}/messages`, {
      studentIds: [student.userId],
      text: textOf('message', student, teacher),
    }),
  leave: (student, _, __, enrolmentId) => trySend(student, 'DELETE', `/enrolledCourses/${enrolmentId}`),
  bookmark: (student, _, courseId) => trySend(student, 'POST', '/bookmarks', { courseId }),
  playback: (student, _, __, enrolmentId) =>
    trySend(student, 'PUT', '/playback', { enrolmentId, module: 1, second: 1 }),
  rename: (student) =>
    trySend(student, 'PUT', `/users/${encodeURIComponent(student.email)}`, {
      name: 'B',
      imageUrl: '/mark.svg',
    }),
  editCourse: (_, teacher, courseId) =>
    trySend(people.admin, 'PUT', `/courses/${courseId}`, { ...createCourseBody(teacher.userId), price: 3 }),
};

const courses = new Map<Person, string>();
const enrolAndStart = async (student: Person, teacher: Person): Promise<string> => {
  const courseId = courses.get(teacher) ?? '';
  const { insertedId } = await trySend(student, 'POST', '/enrolledCourses', { courseId });
  await trySend(student, 'POST', '/progress', { courseId: insertedId });
  const known = studentsByTeacher.get(teacher.userId) ?? new Set();
  studentsByTeacher.set(teacher.userId, known.add(student.userId));
  return String(insertedId);
};

const clients: { recipient: Recipient; live: LiveClient }[] = [];
const connect = async (recipient: Recipient, since: { since?: number; logId?: string } = {}) =>
  connectLiveClient(target.url, {
    ...since,
    ...(recipient.token === null ? {} : { token: recipient.token }),
  });
const receivedBy = (live: LiveClient) => JSON.stringify([live.messages, [...live.events]]);

beforeAll(async () => {
  for (const teacher of teachers)
    courses.set(teacher, await scene.act(people.admin, 'POST', '/courses', createCourseBody(teacher.userId)));
  for (const recipient of recipients) {
    const live = await connect(recipient);
    clients.push({ recipient, live });
    await live.attend({ at: 'dashboard' });
  }
});
afterAll(() => {
  for (const { live } of clients) live[Symbol.dispose]();
});

/**
 * Returns the paths of all GETs for each student, with their CSV variants. `readQuiz` is left out, because creating its request
 * would add another quiz each time, and GET /quizzes and GET /quizzes/marking contain the same attempts.
 */
const listPaths = async (): Promise<string[]> => {
  const gets = (Object.keys(endpoints) as EndpointName[]).filter((name) => endpoints[name].method === 'GET');
  const paths: string[] = [];
  for (const owner of students)
    for (const name of gets.filter((one) => one !== 'readQuiz')) {
      const sceneOfOwner: Scene = { ...scene, people: { ...people, owner } };
      const { path } = await endpointCases[name].request(sceneOfOwner, 'owner');
      const { query } = endpoints[name];
      paths.push(path);
      if (query && 'format' in query.shape) paths.push(`${path}${path.includes('?') ? '&' : '?'}format=csv`);
    }
  return [...new Set([...paths, '/log', '/quizzes/marking?state=marked'])];
};

/** Waits until every client has received everything that was appended. */
const settle = async () => {
  const id = await scene.addCourse();
  for (const { live } of clients)
    await expect
      .poll(() => live.messages.some(({ data }) => data !== null && '_id' in data && data._id === id))
      .toBe(true);
};

const { reader: logReader } = target.log;
const currentPosition = async () => ({ since: await logReader.head(), logId: await logReader.historyId() });

/** Checks everything that each recipient has received live, and can read now. @param from the position after which a catch-up begins. */
const check = async (from: { since: number; logId: string }): Promise<void> => {
  await settle();
  for (const { recipient, live } of clients) expectPermitted(recipient, 'live', receivedBy(live));
  for (const recipient of recipients) {
    using reconnected = await connect(recipient, from);
    expectPermitted(recipient, 'catch-up', receivedBy(reconnected));
    for (const path of await listPaths()) {
      const answer = await send(target.url, recipient.token, 'GET', path);
      // Only the body is checked, because the path itself may contain the e-mail address of another user.
      if (answer.status === 200) expectPermitted(recipient, `GET ${path}`, JSON.stringify(answer.body));
    }
    if (recipient.role === null) continue;
    const file = await fetch(`${target.url}/me/data`, {
      method: 'POST',
      headers: { authorization: `Bearer ${recipient.token}`, 'content-type': 'application/json' },
      body: '{"timeZone":"UTC"}',
      signal: AbortSignal.timeout(longWait.timeout),
    });
    const entries = unzipSync(new Uint8Array(await file.arrayBuffer()));
    // A data copy contains only the person's own data, so the permissions of their role do not count.
    for (const [name, bytes] of Object.entries(entries))
      expectPermitted(
        { ...recipient, role: 'Student' },
        `data-copy ${name}`,
        Buffer.from(bytes).toString('utf8'),
      );
  }
};

test('after random acts, everybody receives only texts and e-mail addresses that the policies let them read', async () => {
  const step = fc.record({
    act: fc.constantFrom(...Object.keys(acts)),
    student: fc.constantFrom(...students),
    teacher: fc.constantFrom(...teachers),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 12 }), async (steps) => {
      const from = await currentPosition();
      for (const { act, student, teacher } of steps)
        await acts[act]?.(
          student,
          teacher,
          courses.get(teacher) ?? '',
          await enrolAndStart(student, teacher),
        );
      await check(from);
    }),
    { numRuns: 3, interruptAfterTimeLimit: 120_000, markInterruptAsFailure: false },
  );
  const from = await currentPosition();
  const [student, teacher] = [people.owner, people.teacher];
  for (const act of ['note', 'quiz', 'announce', 'message'])
    await acts[act]?.(student, teacher, courses.get(teacher) ?? '', await enrolAndStart(student, teacher));
  await check(from);
  for (const kind of ['note', 'answer', 'remark', 'announcement', 'message'])
    for (const channel of ['live', 'catch-up', 'GET', 'data-copy'])
      expect([...seen], `${kind} by ${channel}`).toContain(`${kind} by ${channel}`);
});

test('the check finds texts and an e-mail address that a recipient may not read', () => {
  const other = recipients.find(({ name }) => name === 'other student');
  if (!other) throw new Error('There is no other student.');
  const { teacher, owner } = people;
  for (const kind of ['note', 'answer', 'remark', 'message'] as const)
    expect(() => expectPermitted(other, 'GET', textOf(kind, owner, teacher))).toThrow(
      'other student received',
    );
  expect(() => expectPermitted(other, 'live', `{"userEmail":"${owner.email}"}`)).toThrow(
    'other student received',
  );
});
