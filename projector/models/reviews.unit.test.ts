import { expect, test } from 'vitest';
import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import { reviewStream } from '#events/catalogue/streams/review.ts';
import { foldStream } from '../testing/fold-stream.ts';
import { testId } from '../testing/recorded-events.ts';
import { ratingsAfter } from './course-ratings.ts';
import { reviewEvolutions } from './reviews.ts';

const id = testId(3);
const ids = { userId: testId(1), courseId: testId(2) };
const content = { courseCalledBy: 'enrolment', rating: 9, comment: 'Good.' } as const;
const submitted: DomainEvent = {
  type: 'ReviewSubmitted',
  data: { ...ids, ...content, enrolmentId: testId(4) },
};
const revised: DomainEvent = {
  type: 'ReviewRevised',
  data: { ...ids, courseCalledBy: 'course', rating: 4, comment: 'Not so good.' },
};
const removed: DomainEvent = { type: 'ReviewRemoved', data: { ...ids, by: 'admin' } };
const restored: DomainEvent = { type: 'ReviewRestored', data: ids };
const rowAfter = (...events: DomainEvent[]) => foldStream(reviewStream(id), events, reviewEvolutions);
const initialRow = {
  id,
  user_id: ids.userId,
  course_id: ids.courseId,
  enrolment_id: testId(4),
  course_called_by: 'enrolment',
  rating: 9,
  comment: 'Good.',
  revised: false,
  removed: false,
  reviewed_at: new Date('2026-01-01T00:00:01Z'),
  reviewed_position: 1,
  position: 1,
};

test('creates a row for a submitted review', () => {
  expect(rowAfter(submitted)).toEqual(initialRow);
});

test('replaces the content on revision and updates the place of the review in the list', () => {
  expect(rowAfter(submitted, revised)).toEqual({
    ...initialRow,
    course_called_by: 'course',
    rating: 4,
    comment: 'Not so good.',
    revised: true,
    reviewed_at: new Date('2026-01-01T00:00:02Z'),
    reviewed_position: 2,
    position: 2,
  });
});

test('restores a removed review unchanged, or replaces it with a new one', () => {
  expect(rowAfter(submitted, revised, removed)).toEqual({
    ...rowAfter(submitted, revised),
    removed: true,
    position: 3,
  });
  expect(rowAfter(submitted, removed, restored)).toEqual({ ...initialRow, position: 3 });
  expect(rowAfter(submitted, removed, submitted)).toEqual({
    ...initialRow,
    reviewed_at: new Date('2026-01-01T00:00:03Z'),
    reviewed_position: 3,
    position: 3,
  });
});

test('does not recreate a deleted row of a removed student from later events', () => {
  expect(rowAfter(revised, removed, restored)).toBeNull();
});

const rated = (course: number, rating: number, isRemoved = false) => ({
  course_id: testId(course),
  rating,
  removed: isRemoved,
});
const current = new Map([
  [testId(1), { id: testId(1), reviews: 1, total: 8_000_000, spread: [0, 0, 0, 0, 0, 0, 0, 1, 0, 0] }],
]);

test('updates the ratings of each course for new and changed reviews', () => {
  const ratings = ratingsAfter(current, [
    { before: null, after: rated(1, 9.5) },
    { before: rated(1, 8), after: rated(1, 1.25) },
    { before: null, after: rated(2, 4.4) },
  ]);
  expect([...ratings.values()]).toEqual([
    { id: testId(1), reviews: 2, total: 10_750_000, spread: [1, 0, 0, 0, 0, 0, 0, 0, 0, 1] },
    { id: testId(2), reviews: 1, total: 4_400_000, spread: [0, 0, 0, 1, 0, 0, 0, 0, 0, 0] },
  ]);
});

test('ignores removed reviews, and returns empty ratings for a course without reviews', () => {
  expect(ratingsAfter(current, [{ before: rated(1, 8), after: rated(1, 8, true) }]).get(testId(1))).toEqual({
    id: testId(1),
    reviews: 0,
    total: 0,
    spread: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  });
  const ratings = ratingsAfter(current, [
    { before: rated(1, 3, true), after: null },
    { before: null, after: rated(1, 3, true) },
  ]);
  expect(ratings.size).toBe(0);
});
