import { randomUUID } from 'node:crypto';
import { registerUser } from './api-calls.ts';
import { fetchWithRetry } from './fetch-with-retry.ts';
import { productUrl } from './journey.ts';
import { createPerson, type NewPerson } from './person.ts';

/** Sends a request with this token. @throws Error unless it succeeds. */
const call = async (token: string, method: string, path: string, body?: object): Promise<unknown> => {
  const response = await fetchWithRetry(productUrl() + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body ? { 'content-type': 'application/json', 'idempotency-key': randomUUID() } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
};

export type EnrolledStudent = {
  person: NewPerson;
  /** Path of the lesson: `/learn-course/` and the id of the enrolment. */
  path: string;
  /** The id of the course. It may replace the enrolment's id in `path`. */
  courseId: string;
  /** Sends a request with the student's token. */
  call: (method: string, path: string, body?: object) => Promise<unknown>;
  /** Requests the certificate, which needs five completed modules. Returns its number. */
  collectCertificate: () => Promise<string>;
  /** Returns how many modules are completed according to the server. */
  countCompletedModules: () => Promise<number>;
};

/**
 * Creates a student who is enrolled in a course.
 * @param modules how many modules the student has completed; null if the course is not started.
 */
export const createEnrolledStudent = async (
  courseName: string,
  modules: number | null = 0,
): Promise<EnrolledStudent> => {
  const person = createPerson('Student');
  const token = await registerUser({ url: productUrl() }, person);
  const callAsStudent = (method: string, path: string, body?: object) => call(token, method, path, body);
  const search = new URLSearchParams({ searchParams: courseName });
  const [course] = (await callAsStudent('GET', `/courses?${search}`)) as {
    _id: string;
    course_code: string;
  }[];
  if (!course) throw new Error(`There is no course ${courseName}.`);
  const enrolled = await callAsStudent('POST', '/enrolledCourses', { courseId: course._id });
  const { insertedId: id } = enrolled as { insertedId: string };
  if (modules !== null)
    await callAsStudent('POST', '/progress', {
      courseId: id,
      courseName: course.course_code,
      userEmail: person.email,
    });
  for (let module = 1; module <= (modules ?? 0); module += 1)
    await callAsStudent('PATCH', `/progress/${id}`, { module });
  const progress = new URLSearchParams({ userEmail: person.email, courseId: id });
  return {
    person,
    path: `/learn-course/${id}`,
    collectCertificate: async () => {
      const { number } = (await callAsStudent('POST', '/certificates', { enrolmentId: id })) as {
        number: string;
      };
      return number;
    },
    courseId: course._id,
    call: callAsStudent,
    countCompletedModules: async () =>
      ((await callAsStudent('GET', `/progress?${progress}`)) as { completedModules: number })
        .completedModules,
  };
};
