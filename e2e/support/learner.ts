import { randomUUID } from 'node:crypto';
import { registerUser } from './api-calls.ts';
import { fetchWithRetry } from './fetch-with-retry.ts';
import { productUrl } from './journey.ts';
import { createPerson, type NewPerson } from './person.ts';

/** A call as the person's own browser makes it. @throws for every answer but 200. */
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

export type Learner = {
  person: NewPerson;
  /** The way to the lesson. */
  path: string;
  /** The course's own id, which the address takes as well. */
  courseId: string;
  /** A call in the learner's name. */
  call: (method: string, path: string, body?: object) => Promise<unknown>;
  /** How many modules the server says are completed. */
  completed: () => Promise<number>;
};

/**
 * A new student who is enrolled in the demo school's course of this name, has started it and completed so many modules.
 * @param modules null for one who has not started it.
 */
export const createLearner = async (courseName: string, modules: number | null = 0): Promise<Learner> => {
  const person = createPerson('Student');
  const token = await registerUser({ url: productUrl() }, person);
  const own = (method: string, path: string, body?: object) => call(token, method, path, body);
  const search = new URLSearchParams({ searchParams: courseName });
  const [course] = (await own('GET', `/courses?${search}`)) as { _id: string; course_code: string }[];
  if (!course) throw new Error(`There is no course ${courseName}.`);
  const enrolled = await own('POST', '/enrolledCourses', { courseId: course._id });
  const { insertedId: id } = enrolled as { insertedId: string };
  if (modules !== null)
    await own('POST', '/progress', { courseId: id, courseName: course.course_code, userEmail: person.email });
  for (let module = 1; module <= (modules ?? 0); module += 1)
    await own('PATCH', `/progress/${id}`, { module });
  const progress = new URLSearchParams({ userEmail: person.email, courseId: id });
  return {
    person,
    path: `/learn-course/${id}`,
    courseId: course._id,
    call: own,
    completed: async () =>
      ((await own('GET', `/progress?${progress}`)) as { completedModules: number }).completedModules,
  };
};
