import { randomUUID } from 'node:crypto';
import { headers } from '#contract/headers.ts';
import { modulesPerCourse } from '#contract/schemas/enrolments.ts';
import { longWait } from '#platform/testing/long-wait.ts';
import type { KnownRecords } from './known-records.ts';
import type { People } from './people.ts';
import type { Person } from './target.ts';

const course = {
  ...{ course_name: 'Optics', duration: '1 year', difficulty: '5', category: 'General' },
  ...{ details: 'How light bends.', instructor: 'Ian', price: 1, imageUrl: '/mark.svg' },
};

/**
 * Creates courses, which all students enrol in and start. The first student also completes and reviews every course and collects its
 * certificate. So the first requests of the attack find records.
 * @throws Error if the product refuses one of these commands.
 */
export const prime = async (url: string, people: People, records: KnownRecords): Promise<void> => {
  /** Sends a command and learns the ids in its answer. @returns the id of the new record; empty if the command created none. */
  const act = async (person: Person, method: string, path: string, body?: object): Promise<string> => {
    const response = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${person.token}`,
        [headers.idempotencyKey]: randomUUID(),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(longWait.timeout),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    records.learn(path, JSON.parse(text), person.userId);
    return (JSON.parse(text) as { insertedId?: string }).insertedId ?? '';
  };
  const [admin, instructor] = [people.first('Admin'), people.first('Instructor')];
  const courseIds: string[] = [];
  for (const course_code of ['MTH', 'CSE'])
    courseIds.push(
      await act(admin, 'POST', '/courses', { ...course, course_code, instructorId: instructor.userId }),
    );
  for (const student of people.all('Student'))
    for (const courseId of courseIds) {
      const enrolmentId = await act(student, 'POST', '/enrolledCourses', { courseId });
      // `courseId` may also be the id of the enrolment.
      await act(student, 'POST', '/progress', { courseId: enrolmentId });
      if (student !== people.first('Student')) continue;
      for (let module = 1; module <= modulesPerCourse; module += 1)
        await act(student, 'PATCH', `/progress/${enrolmentId}`);
      await act(student, 'POST', '/certificates', { enrolmentId });
      await act(student, 'POST', '/reviews', { courseId: enrolmentId, rating: 8, comment: 'Good.' });
    }
};
