/** A school that people fill through the command-api. */
import pLimit from 'p-limit';
import { modulesPerCourse } from '#contract/schemas/enrolments.ts';
import { courseFields } from '../services/course-fields.ts';
import { type Person, register, signInAgain } from '../services/people.ts';
import { type Acknowledgement, type Method, sendCommand } from '../services/send-command.ts';

const commandTimeoutMs = 120_000;
const courseCount = 4;
const concurrentPeople = 6;

export type Answer = Pick<Acknowledgement, 'body' | 'position'>;

/** Sends a command. @throws Error if the command is refused, or is not acknowledged in time. */
const send = (url: string, { token }: Person, method: Method, body: object = {}): Promise<Answer> =>
  sendCommand({ method, url, token, body }, AbortSignal.timeout(commandTimeoutMs));

/** Adds a course. @param url the URL of the edge or of a command-api. @returns the answer with the course's id. */
export const addCourse = (url: string, admin: Person, name: string): Promise<Answer> =>
  send(`${url}/courses`, admin, 'POST', courseFields({ name, details: `About ${name}` }));

/** Enrols a student in a course, completes all modules, takes a note and reviews the course. */
export const completeCourse = async (edgeUrl: string, student: Person, courseId: string): Promise<void> => {
  const act = (method: Method, path: string, body: object) => send(edgeUrl + path, student, method, body);
  await act('POST', '/enrolledCourses', { courseId });
  const progress = await act('POST', '/progress', { courseId });
  for (let module = 1; module <= modulesPerCourse; module += 1)
    await act('PATCH', `/progress/${progress.body.insertedId}`, { module });
  await act('POST', '/notes', { courseId, notes: `What ${student.email} wants to remember.` });
  await act('POST', '/reviews', { courseId, rating: 5, comment: `${student.email} liked it.` });
};

/** Removes a user, which needs a recent sign-in. */
export const removeUser = async (edgeUrl: string, admin: Person, user: Person): Promise<void> => {
  await send(`${edgeUrl}/users/${user.id}`, await signInAgain(edgeUrl, admin), 'DELETE');
};

export type School = { admin: Person; students: readonly Person[]; courseIds: readonly string[] };

/** Registers an Admin, who adds courses, and students, each of whom completes one course. */
export const fillSchool = async (edgeUrl: string, studentCount: number): Promise<School> => {
  const admin = await register(edgeUrl, 'admin', 'Admin');
  const courseIds: string[] = [];
  for (let number = 1; number <= courseCount; number += 1)
    courseIds.push((await addCourse(edgeUrl, admin, `Course ${number}`)).body.insertedId ?? '');
  const numbers = Array.from({ length: studentCount }, (_, index) => index + 1);
  const students = await pLimit(concurrentPeople).map(numbers, async (number) => {
    const student = await register(edgeUrl, `student-${number}`, 'Student');
    await completeCourse(edgeUrl, student, courseIds[number % courseCount] ?? '');
    return student;
  });
  return { admin, students, courseIds };
};
