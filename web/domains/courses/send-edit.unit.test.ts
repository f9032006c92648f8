import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { updated } from '#contract/schemas/command-results.ts';
import type { Course, CourseFields } from '#contract/schemas/courses.ts';
import { queryClient } from '../../client/query-client.ts';
import { courseKeys } from './course-keys.ts';
import { sendEdit } from './send-edit.ts';
import { updateCourse } from './update-course.ts';

const seen: Course = {
  _id: '00000001-0000-4000-8000-000000000000',
  course_code: 'CSE',
  course_name: 'Algebra',
  duration: '1',
  difficulty: '5',
  category: 'Engineering',
  details: 'Groups.',
  instructor: 'Emmy Noether',
  price: 100,
  imageUrl: '/a.svg',
  instructorId: null,
  videos: null,
  addedAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  version: 1,
};
const { _id: id, addedAt: _, updatedAt: __, version: ___, videos: ____, ...seenFields } = seen;
const conflict = () =>
  Response.json(
    {
      type: 'conflict',
      title: 'Not possible in the current state',
      status: 409,
      code: 'conflict',
      detail: 'Somebody else changed this course in the meantime.',
      requestId: 'r',
    },
    { status: 409 },
  );
const saved = () => Response.json(updated(1, 1), { headers: { 'log-id': 'log', 'log-position': '9' } });

/** The methods and bodies of the requests, in order. */
const sent: [method: string, body: unknown][] = [];
let answers: (() => Response)[] = [];

beforeEach(() => {
  vi.stubGlobal('fetch', async (_url: string, { method, body }: RequestInit) => {
    sent.push([String(method), typeof body === 'string' ? JSON.parse(body) : null]);
    return answers.shift()?.();
  });
});
afterEach(() => {
  queryClient.clear();
  sent.length = 0;
  vi.unstubAllGlobals();
});

/** Saves these changes to the course that the user has seen. An edit conflicts if the price has changed. */
const save = (changes: Partial<CourseFields>, course = seen) =>
  sendEdit(
    course,
    (expectedVersion) => updateCourse(id, { ...seenFields, ...changes }, expectedVersion),
    (current) => current.price !== course.price,
  );

test('sends the version of the course that the form has shown', async () => {
  answers = [saved];
  expect(await save({ price: 90 })).toBe(1);
  expect(sent).toEqual([['PUT', { ...seenFields, price: 90, expectedVersion: 1 }]]);
});

test('sends no version if the server did not report one', async () => {
  answers = [saved];
  const { version, ...withoutVersion } = seen;
  await save({ price: 90 }, withoutVersion);
  expect(sent).toEqual([['PUT', { ...seenFields, price: 90 }]]);
});

test('fetches the current course after a refusal, and rejects if the edit conflicts with it', async () => {
  answers = [conflict, () => Response.json({ ...seen, price: 120, version: 2 })];
  await expect(save({ price: 90 })).rejects.toMatchObject({ code: 'conflict' });
  expect(sent.map(([method]) => method)).toEqual(['PUT', 'GET']);
  expect(queryClient.getQueryData(courseKeys.one(id))).toMatchObject({ price: 120, version: 2 });
});

test('sends a refused edit again, with the current version, if the current course does not conflict with it', async () => {
  answers = [conflict, () => Response.json({ ...seen, price: 100, version: 3 }), saved];
  expect(await save({ details: 'Rings.' })).toBe(3);
  expect(sent.map(([method]) => method)).toEqual(['PUT', 'GET', 'PUT']);
  expect(sent[2]?.[1]).toEqual({ ...seenFields, details: 'Rings.', expectedVersion: 3 });
});

test('says so if the conflicting change cannot be shown', async () => {
  answers = [conflict, () => Response.json(seen)];
  await expect(save({ price: 90 })).rejects.toThrow('cannot be shown yet. Try again later.');
  expect(sent.map(([method]) => method)).toEqual(['PUT', 'GET']);
});
