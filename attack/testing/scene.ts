import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { headers } from '#contract/headers.ts';
import { modulesPerCourse } from '#contract/schemas/enrolments.ts';
import { longWait } from '#platform/testing/long-wait.ts';
import type { Person } from '../target.ts';
import type { TestTarget } from './test-target.ts';

export type Answer = { status: number; body: unknown; requestId: string };

/** Sends a request. @param token null for a visitor. */
export const send = async (
  url: string,
  token: string | null,
  method: string,
  path: string,
  body: object | null = null,
): Promise<Answer> => {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === null ? {} : { 'content-type': 'application/json' }),
      ...(method === 'GET' ? {} : { [headers.idempotencyKey]: randomUUID() }),
    },
    ...(body === null ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(longWait.timeout),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  return {
    status: response.status,
    body: isJson && !response.headers.get('content-type')?.includes('ndjson') ? JSON.parse(text) : text,
    requestId: response.headers.get(headers.requestId) ?? '',
  };
};

/** The people of a scene. `owner` is the student to whom the records belong, and `teacher` the Instructor of the course. */
export type ScenePeople = Record<
  | 'owner'
  | 'otherStudent'
  | 'teacher'
  | 'otherInstructor'
  | 'admin'
  | 'otherAdmin'
  | 'removed'
  | 'unregistered',
  Person
>;

/** A course with its teacher, and a student who has started and completed it. */
export type Scene = {
  people: ScenePeople;
  courseId: string;
  enrolmentId: string;
  certificateNumber: string;
  /** Sends a command that must succeed. @returns the id of the new record; '' if the command adds none. */
  act(person: Person, method: string, path: string, body?: object): Promise<string>;
  /** Adds a course that `people.teacher` teaches. */
  addCourse(): Promise<string>;
  /** Adds a course that the owner has started. @returns the id of the enrolment. */
  addStartedCourse(): Promise<string>;
  /** Adds a course that the owner has completed and reviewed. @returns the id of the review. */
  addReview(): Promise<string>;
  /** Starts a multiple-choice attempt of the owner. @returns the id of the attempt. */
  startQuiz(): Promise<string>;
  /** Submits a written attempt of the owner, which then awaits marks. @returns the ids of the attempt and of its questions. */
  submitWrittenQuiz(): Promise<{ id: string; questionIds: string[] }>;
};

const courseBody = {
  ...{ course_code: 'MTH', course_name: 'Optics', duration: '1 year', difficulty: '5', category: 'General' },
  ...{ details: 'How light bends.', instructor: 'Ian', price: 1, imageUrl: '/mark.svg' },
};

/** Returns a valid body for a course. */
export const createCourseBody = (instructorId: string) => ({ ...courseBody, instructorId });

/** Registers the people of a scene and creates its records. @throws Error if the product refuses one of these commands. */
export const createScene = async (target: TestTarget): Promise<Scene> => {
  const people: ScenePeople = {
    owner: await target.register('Student'),
    otherStudent: await target.register('Student'),
    teacher: await target.register('Instructor'),
    otherInstructor: await target.register('Instructor'),
    admin: await target.register('Admin'),
    otherAdmin: await target.register('Admin'),
    removed: await target.register('Admin'),
    unregistered: await target.createUnregistered(),
  };
  const { owner, teacher, admin } = people;
  const call = async (person: Person, method: string, path: string, body?: object) => {
    const answer = await send(target.url, person.token, method, path, body ?? null);
    if (answer.status !== 200)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body as Record<string, string>;
  };
  const act: Scene['act'] = async (...command) => {
    const { insertedId, _id } = await call(...command);
    return insertedId ?? _id ?? '';
  };
  const addCourse = () => act(admin, 'POST', '/courses', createCourseBody(teacher.userId));
  const enrolAndStart = async (courseId: string) => {
    const enrolmentId = await act(owner, 'POST', '/enrolledCourses', { courseId });
    // In commands about an enrolment, `courseId` takes the id of the course or of the enrolment.
    await act(owner, 'POST', '/progress', { courseId: enrolmentId });
    return enrolmentId;
  };
  const addStartedCourse = async () => enrolAndStart(await addCourse());
  const complete = async (id: string) => {
    for (let module = 1; module <= modulesPerCourse; module += 1)
      await act(owner, 'PATCH', `/progress/${id}`, {});
  };
  await act(admin, 'DELETE', `/users/${people.removed.userId}`);
  const courseId = await addCourse();
  const enrolmentId = await enrolAndStart(courseId);
  await complete(enrolmentId);
  const { number: certificateNumber = '' } = await call(owner, 'POST', '/certificates', { enrolmentId });
  return {
    ...{ people, courseId, enrolmentId, certificateNumber, act, addCourse, addStartedCourse },
    addReview: async () => {
      const id = await addStartedCourse();
      await complete(id);
      return act(owner, 'POST', '/reviews', { courseId: id, rating: 8, comment: 'Good.' });
    },
    startQuiz: async () =>
      act(owner, 'POST', '/quizzes', { code: 'MTH', kind: 'mcq', enrolmentId: await addStartedCourse() }),
    submitWrittenQuiz: async () => {
      const body = { code: 'MTH', kind: 'written', enrolmentId: await addStartedCourse() };
      const { _id: id, questions } = z
        .object({ _id: z.string(), questions: z.array(z.object({ id: z.string() })) })
        .parse(await call(owner, 'POST', '/quizzes', body));
      const questionIds = questions.map((question) => question.id);
      const answers = Object.fromEntries(questionIds.map((questionId) => [questionId, 'So.']));
      await call(owner, 'POST', `/quizzes/${id}/answers`, { answers });
      return { id, questionIds };
    },
  };
};
