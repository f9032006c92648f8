import { expect, test } from 'vitest';
import { streamId } from '#events/catalogue/stream-id.ts';
import { courseStream } from '#events/catalogue/streams/course.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import type { CoursesTable } from '#platform/read-tables/courses.ts';
import { foldRows } from '../projection/fold-rows.ts';
import { createCourseFields, recorded, testId } from '../testing/recorded-events.ts';
import { courseEvolutions } from './courses.ts';

const id = testId(1);
const stream = courseStream(id);
const fold = (events: RecordedEvent[], rows: ReadonlyMap<string, CoursesTable> = new Map()) =>
  foldRows(rows, events, (event) => streamId(event.stream), courseEvolutions);
const createRow = () =>
  fold(recorded([[stream, { type: 'CourseAdded', data: createCourseFields() }]])).get(id);

test('creates a row for a new course', () => {
  expect(createRow()).toEqual({
    id,
    code: 'CSE',
    name: 'Databases',
    duration: '3 years',
    difficulty: '7',
    category: 'Engineering',
    details: 'How data is kept.',
    instructor: 'E. Codd',
    price: 120.5,
    image_url: '/courses/databases.svg',
    instructor_id: null,
    videos: null,
    withdrawn: false,
    search_name: 'databases',
    added_at: new Date('2026-01-01T00:00:01Z'),
    updated_at: new Date('2026-01-01T00:00:01Z'),
    added_position: 1,
    position: 1,
  });
});

test('changes only the edited columns', () => {
  const instructorId = testId(2);
  const videos = ['/1.webm', '/2.webm', '/3.webm', '/4.webm', '/5.webm'];
  const edited = fold(
    recorded([
      [stream, { type: 'CourseAdded', data: createCourseFields() }],
      [
        stream,
        {
          type: 'CourseEdited',
          data: { changes: { name: 'DATA', imageUrl: '/new.svg', instructorId, videos } },
        },
      ],
    ]),
  ).get(id);
  expect(edited).toEqual({
    ...createRow(),
    name: 'DATA',
    search_name: 'data',
    image_url: '/new.svg',
    instructor_id: instructorId,
    videos,
    updated_at: new Date('2026-01-01T00:00:02Z'),
    position: 2,
  });
});

test('marks a removed course as withdrawn, and restores it unchanged', () => {
  const [added, removed, restored] = recorded([
    [stream, { type: 'CourseAdded', data: createCourseFields() }],
    [stream, { type: 'CourseRemoved', data: {} }],
    [stream, { type: 'CourseRestored', data: {} }],
  ]);
  if (!added || !removed || !restored) throw new Error('expected three events');
  expect(fold([added, removed]).get(id)).toEqual({ ...createRow(), withdrawn: true, position: 2 });
  expect(fold([added, removed, restored]).get(id)).toEqual({ ...createRow(), position: 3 });
});

test('changes nothing when a page is applied again', () => {
  const events = recorded([
    [stream, { type: 'CourseAdded', data: createCourseFields() }],
    [stream, { type: 'CourseEdited', data: { changes: { price: 1 } } }],
  ]);
  const once = fold(events).get(id);
  if (!once) throw new Error('expected a row');
  expect(fold(events, new Map([[id, once]])).size).toBe(0);
});

test('throws for an edit of a course that was never added', () => {
  expect(() => fold(recorded([[stream, { type: 'CourseEdited', data: { changes: {} } }]]))).toThrow(
    /never added/,
  );
});
