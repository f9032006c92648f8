/** A school that people fill through the command-api. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { headers } from '#contract/headers.ts';
import { modulesPerCourse } from '#contract/schemas/enrolments.ts';
import { type Person, register, signInAgain } from '../services/people.ts';

export type Answer = { insertedId?: string; position: number };

const attempts = 40;
const repeatPauseMs = 500;
const requestTimeoutMs = 15_000;
const courseCount = 4;
const concurrentPeople = 6;

/**
 * Sends a command, and repeats it with the same idempotency key while the answer is 503 or missing.
 * @throws Error if the command is refused, or is not acknowledged after 40 attempts.
 */
const sendCommand = async (
  url: string,
  person: Pick<Person, 'token'>,
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  body: object = {},
): Promise<Answer> => {
  const key = randomUUID();
  let failure: unknown;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    try {
      const response = await fetch(url, {
        method,
        headers: {
          'content-type': 'application/json',
          [headers.idempotencyKey]: key,
          authorization: `Bearer ${person.token}`,
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(requestTimeoutMs),
      });
      const text = await response.text();
      if (response.ok)
        return {
          ...(JSON.parse(text) as { insertedId?: string }),
          position: Number(response.headers.get(headers.logPosition) ?? Number.NaN),
        };
      failure = new Error(`${method} ${new URL(url).pathname}: ${response.status} ${text}`);
      if (response.status !== 503) break;
    } catch (error) {
      failure = error;
    }
    await sleep(repeatPauseMs);
  }
  throw failure;
};

const courseFields = (name: string) => ({
  course_code: 'MTH',
  course_name: name,
  duration: '1 year',
  difficulty: '5',
  category: 'General',
  instructor: 'Nobody',
  price: 1,
  imageUrl: '/mark.svg',
  details: `About ${name}`,
});

/** Adds a course. @returns the answer with its id. */
export const addCourse = (edgeUrl: string, admin: Person, name: string): Promise<Answer> =>
  sendCommand(`${edgeUrl}/courses`, admin, 'POST', courseFields(name));

/** Lets a student enrol in a course, complete all modules, take a note and review the course. */
export const completeCourse = async (edgeUrl: string, student: Person, courseId: string): Promise<void> => {
  const send = (method: 'POST' | 'PATCH', path: string, body: object) =>
    sendCommand(edgeUrl + path, student, method, body);
  await send('POST', '/enrolledCourses', { courseId });
  const { insertedId } = await send('POST', '/progress', { courseId });
  for (let module = 1; module <= modulesPerCourse; module += 1)
    await send('PATCH', `/progress/${insertedId}`, { module });
  await send('POST', '/notes', { courseId, notes: `What ${student.email} wants to remember.` });
  await send('POST', '/reviews', { courseId, rating: 5, comment: `${student.email} liked it.` });
};

/** Removes a user, which needs a recent sign-in. */
export const removeUser = async (edgeUrl: string, admin: Person, user: Person): Promise<void> => {
  await sendCommand(`${edgeUrl}/users/${user.id}`, await signInAgain(edgeUrl, admin), 'DELETE');
};

export type School = { admin: Person; students: readonly Person[]; courseIds: readonly string[] };

/** Registers an Admin and students, and each student completes one course. */
export const fillSchool = async (edgeUrl: string, studentCount: number): Promise<School> => {
  const admin = await register(edgeUrl, 'admin', 'Admin');
  const courseIds: string[] = [];
  for (let number = 1; number <= courseCount; number += 1)
    courseIds.push((await addCourse(edgeUrl, admin, `Course ${number}`)).insertedId ?? '');
  const numbers = Array.from({ length: studentCount }, (_, index) => index + 1);
  const students = await pLimit(concurrentPeople).map(numbers, async (number) => {
    const student = await register(edgeUrl, `student-${number}`, 'Student');
    await completeCourse(edgeUrl, student, courseIds[number % courseCount] ?? '');
    return student;
  });
  return { admin, students, courseIds };
};
