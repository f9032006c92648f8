import { randomUUID } from 'node:crypto';
import { appendRequest, courseAdded, userRegistered } from '#events/testing/test-log.ts';
import { openExampleLog } from './example-log.ts';

/**
 * Opens the example log with a past. At `pastPosition` it has two more courses and the users Ada, an Admin, and Sam. After
 * that come three events: a third course is added, the first one is renamed, and Ada becomes a Student.
 */
export const openLogWithPast = async () => {
  const log = await openExampleLog();
  const users = { ada: randomUUID(), sam: randomUUID() };
  const courses = { statics: randomUUID(), dynamics: randomUUID(), optics: randomUUID() };
  /** Appends events to a stream and returns the position of the last one. */
  const appendTo = async (
    stream: string,
    expectedVersion: number,
    ...events: ReturnType<typeof courseAdded>[]
  ): Promise<number> => {
    const result = await log.append(appendRequest({ writes: [{ stream, expectedVersion, events }] }));
    if (result.outcome !== 'appended') throw new Error(result.outcome);
    return result.position;
  };
  const ada = `user-${users.ada}`;
  await appendTo(`course-${courses.statics}`, 0, courseAdded('Statics'));
  await appendTo(`course-${courses.dynamics}`, 0, courseAdded('Dynamics'));
  await appendTo(ada, 0, userRegistered('ada'));
  await appendTo(ada, 1, { type: 'UserRoleChanged', data: { from: 'Student', to: 'Admin' } });
  const pastPosition = await appendTo(`user-${users.sam}`, 0, userRegistered('sam'));
  await appendTo(`course-${courses.optics}`, 0, courseAdded('Optics'));
  await appendTo(`course-${courses.statics}`, 1, {
    type: 'CourseEdited',
    data: { changes: { name: 'Later' } },
  });
  await appendTo(ada, 2, { type: 'UserRoleChanged', data: { from: 'Admin', to: 'Student' } });
  return {
    ...log,
    users,
    courses,
    pastPosition,
    appendTo,
    /** Counts the as-of schemas that exist now. */
    countAsOfSchemas: async (): Promise<number> => {
      const { rows } = await log.pool.query("select from pg_namespace where nspname like 'lyceum_past_%'");
      return rows.length;
    },
  };
};
