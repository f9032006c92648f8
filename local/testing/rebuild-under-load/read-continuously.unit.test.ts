import { expect, test } from 'vitest';
import { type ReadReport, readContinuously } from './read-continuously.ts';
import type { CallResult } from './start-product.ts';

const people = { admin: { uid: 'admin', token: 'token' }, students: [] };
const courses = (...times: number[]) =>
  times.map((time, index) => ({ _id: `course ${index}`, updatedAt: new Date(time).toISOString() }));

/** Runs `readContinuously` on a sequence of answers for the list of courses. The other lists are empty. */
const readAll = async (
  answers: readonly Partial<CallResult>[],
  acknowledged: string[] = [],
): Promise<ReadReport> => {
  const report: ReadReport = { problems: [], reads: 0, freshReads: 0 };
  const remaining = [...answers];
  await readContinuously(
    {
      call: async (_, path) => {
        const answer = path === '/courses' ? remaining.shift() : { isStale: true };
        return { status: 200, body: [], position: 1, isStale: false, sent: `GET ${path}`, ...answer };
      },
    },
    people,
    { ids: new Map([['/courses', new Set(acknowledged)]]), position: 1, commandCount: 1 },
    () => remaining.length === 0,
    report,
  );
  return report;
};

test('accepts answers that never become older, and counts those that are not stale', async () => {
  const report = await readAll([
    { body: courses(1, 1), position: 1 },
    { body: courses(1, 2), position: 2 },
    { body: courses(1, 2), position: 2, isStale: true },
    { body: courses(3, 2), position: 3 },
  ]);
  expect(report).toMatchObject({ problems: [], freshReads: 3 });
  expect(report.reads).toBeGreaterThan(4);
});

test('reports a course that is older than in an earlier answer, even if the answer itself is newer', async () => {
  const { problems } = await readAll([
    { body: courses(5, 1), position: 1 },
    { body: [], position: 2 },
    { body: courses(4, 2), position: 3, isStale: true },
  ]);
  expect(problems).toEqual([
    '/courses: the version of course 0 at position 3 is from 1970-01-01T00:00:00.004Z, but that at 1 was from 1970-01-01T00:00:00.005Z',
  ]);
});

test('reports an answer that is older than the previous one, and one that lacks acknowledged records', async () => {
  const course0 = { body: courses(1), position: 2 };
  const { problems } = await readAll(
    [course0, { body: [], position: 2 }, { ...course0, position: 1 }],
    ['course 0'],
  );
  expect(problems).toEqual([
    '/courses: course 0 is missing at position 2, although 1 was requested',
    '/courses: an answer at position 1 came after one at 2',
  ]);
});
