import { expect, test } from 'vitest';
import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import { reviewStream } from '#events/catalogue/review.ts';
import { streamId } from '#events/catalogue/stream-id.ts';
import { foldRows } from '../projection/fold-rows.ts';
import { recorded, testId } from '../testing/recorded-events.ts';
import { ratingsAfter } from './course-ratings.ts';
import { reviewEvolutions } from './reviews.ts';

const id = testId(3);
const way = { userId: testId(1), courseId: testId(2) };
const words = { courseCalledBy: 'enrolment', rating: 9, comment: 'Good.' } as const;
const submitted: DomainEvent = {
  type: 'ReviewSubmitted',
  data: { ...way, ...words, enrolmentId: testId(4) },
};
const revised: DomainEvent = {
  type: 'ReviewRevised',
  data: { ...way, courseCalledBy: 'course', rating: 4, comment: 'Not so good.' },
};
const removed: DomainEvent = { type: 'ReviewRemoved', data: { ...way, by: 'admin' } };
const restored: DomainEvent = { type: 'ReviewRestored', data: way };
const after = (...events: DomainEvent[]) =>
  foldRows(
    new Map(),
    recorded(events.map((event) => [reviewStream(id), event] as const)),
    (event) => streamId(event.stream),
    reviewEvolutions,
  ).get(id) ?? null;
const fresh = {
  id,
  user_id: way.userId,
  course_id: way.courseId,
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

test('a review has its words, and when they were written', () => {
  expect(after(submitted)).toEqual(fresh);
});

test('a revision replaces them, at a new place in the list', () => {
  expect(after(submitted, revised)).toEqual({
    ...fresh,
    course_called_by: 'course',
    rating: 4,
    comment: 'Not so good.',
    revised: true,
    reviewed_at: new Date('2026-01-01T00:00:02Z'),
    reviewed_position: 2,
    position: 2,
  });
});

test('what was removed comes back as it was, or gives way to a new review', () => {
  expect(after(submitted, revised, removed)).toEqual({
    ...after(submitted, revised),
    removed: true,
    position: 3,
  });
  expect(after(submitted, removed, restored)).toEqual({ ...fresh, position: 3 });
  expect(after(submitted, removed, submitted)).toEqual({
    ...fresh,
    reviewed_at: new Date('2026-01-01T00:00:03Z'),
    reviewed_position: 3,
    position: 3,
  });
});

test('nothing comes of the review of a student who is gone', () => {
  expect(after(revised, removed, restored)).toBeNull();
});

const rated = (course: number, rating: number, isRemoved = false) => ({
  course_id: testId(course),
  rating,
  removed: isRemoved,
});
const known = new Map([
  [testId(1), { id: testId(1), reviews: 1, total: 8_000_000, spread: [0, 0, 0, 0, 0, 0, 0, 1, 0, 0] }],
]);

test('reviews that come, change and go are counted by course', () => {
  const ratings = ratingsAfter(known, [
    { before: null, after: rated(1, 9.5) },
    { before: rated(1, 8), after: rated(1, 1.25) },
    { before: null, after: rated(2, 4.4) },
  ]);
  expect([...ratings.values()]).toEqual([
    { id: testId(1), reviews: 2, total: 10_750_000, spread: [1, 0, 0, 0, 0, 0, 0, 0, 0, 1] },
    { id: testId(2), reviews: 1, total: 4_400_000, spread: [0, 0, 0, 1, 0, 0, 0, 0, 0, 0] },
  ]);
});

test('removed ones do not count, and a course whose last review goes has none', () => {
  expect(ratingsAfter(known, [{ before: rated(1, 8), after: rated(1, 8, true) }]).get(testId(1))).toEqual({
    id: testId(1),
    reviews: 0,
    total: 0,
    spread: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  });
  const nothing = ratingsAfter(known, [
    { before: rated(1, 3, true), after: null },
    { before: null, after: rated(1, 3, true) },
  ]);
  expect(nothing.size).toBe(0);
});
