import { expect, test } from 'vitest';
import type { Answered } from './product.ts';
import { type Read, readAllDay } from './readers.ts';

const people = { admin: { uid: 'admin', token: 'token' }, students: [] };
const courses = (...times: number[]) =>
  times.map((time, index) => ({ _id: `course ${index}`, updatedAt: new Date(time).toISOString() }));

/** Has the readers read these answers, one after the other, as the list of courses; the other lists are empty. */
const readAll = async (answers: readonly Partial<Answered>[], acknowledged: string[] = []): Promise<Read> => {
  const read: Read = { complaints: [], reads: 0, fresh: 0 };
  const left = [...answers];
  await readAllDay(
    {
      call: async (_, path) => {
        const answer = path === '/courses' ? left.shift() : { stale: true };
        return { status: 200, body: [], position: 1, stale: false, sent: `GET ${path}`, ...answer };
      },
    },
    people,
    { ids: new Map([['/courses', new Set(acknowledged)]]), position: 1, acts: 1 },
    () => left.length === 0,
    read,
  );
  return read;
};

test('answers that are newer and newer are fine, and those that are not stale are counted', async () => {
  const read = await readAll([
    { body: courses(1, 1), position: 1 },
    { body: courses(1, 2), position: 2 },
    { body: courses(1, 2), position: 2, stale: true },
    { body: courses(3, 2), position: 3 },
  ]);
  expect(read).toMatchObject({ complaints: [], fresh: 3 });
  expect(read.reads).toBeGreaterThan(4);
});

test('a course that is older than it was is complained of, however new the answer is', async () => {
  const { complaints } = await readAll([
    { body: courses(5, 1), position: 1 },
    { body: [], position: 2 },
    { body: courses(4, 2), position: 3, stale: true },
  ]);
  expect(complaints).toEqual([
    '/courses: course 0 of 1970-01-01T00:00:00.004Z at 3, of 1970-01-01T00:00:00.005Z at 1',
  ]);
});

test('an answer that is older than the last, and one without what was acknowledged, are complained of', async () => {
  const kept = { body: courses(1), position: 2 };
  const { complaints } = await readAll(
    [kept, { body: [], position: 2 }, { ...kept, position: 1 }],
    ['course 0'],
  );
  expect(complaints).toEqual(['/courses: without course 0 at 2, after 1', '/courses: 1 after 2']);
});
