import { expect, test } from 'vitest';
import { deleted, inserted, updated } from '#contract/schemas/command-results.ts';
import type { EnrolmentEvent } from '#events/catalogue/streams/enrolment.ts';
import type { ReviewEvent } from '#events/catalogue/streams/review.ts';
import { foldEvents } from '#events/log/aggregate.ts';
import { reviewAggregate } from '../../aggregates/review.ts';
import {
  courseLeft,
  courseStarted,
  enrolled,
  enrolmentAfter,
  modulesCompleted,
  samInCounting,
} from '../../testing/enrolment-events.ts';
import { refusalCode } from '../../testing/refusal-code.ts';
import { registeredUser } from '../../testing/registered-user.ts';
import { removeReview, restoreReview, type SubmitReview, submitReview } from './decide.ts';

const firstReview = { courseCalledBy: 'enrolment', rating: 9, comment: 'I can count now.' } as const;
const submitted: ReviewEvent = {
  type: 'ReviewSubmitted',
  data: { ...samInCounting, ...firstReview, enrolmentId: 'enrolment' },
};
const secondReview = { ...firstReview, rating: 10, comment: 'I still can.' };
const revised: ReviewEvent = { type: 'ReviewRevised', data: { ...samInCounting, ...secondReview } };
const removedBy = (by: 'author' | 'admin'): ReviewEvent => ({
  type: 'ReviewRemoved',
  data: { ...samInCounting, by },
});
const restored: ReviewEvent = { type: 'ReviewRestored', data: samInCounting };
const reviewAfter = (...events: ReviewEvent[]) => foldEvents(reviewAggregate, events);

const withAuthor = (...events: ReviewEvent[]) => ({
  review: reviewAfter(...events),
  author: registeredUser('sam', 'Student'),
});

const withModules = (count: number, ...laterEvents: EnrolmentEvent[]) =>
  enrolmentAfter(enrolled, courseStarted, ...modulesCompleted(count), ...laterEvents);
const completed = withModules(5);
const command: SubmitReview = {
  id: 'review',
  enrolmentId: 'enrolment',
  actor: { id: 'sam' },
  ...firstReview,
};
const sam = { id: 'sam', role: 'Student' } as const;
const eve = { id: 'eve', role: 'Student' } as const;
const ada = { id: 'ada', role: 'Admin' } as const;
const answer = inserted('review');

test('submits the review of a completed course', () => {
  expect(submitReview(command, { enrolment: completed, review: reviewAfter() })).toEqual({
    events: [submitted],
    answer,
  });
});

test('refuses a review before all modules are completed', () => {
  for (const enrolment of [enrolmentAfter(), withModules(0), withModules(4)])
    expect(refusalCode(() => submitReview(command, { enrolment, review: reviewAfter() }))).toBe(
      'course-incomplete',
    );
});

test('accepts a review after the student left the completed course', () => {
  const enrolment = withModules(5, courseLeft);
  expect(submitReview(command, { enrolment, review: reviewAfter() }).events).toEqual([submitted]);
});

test('refuses a review for another student’s enrolment as if the enrolment were unknown', () => {
  for (const enrolment of [withModules(2), completed])
    expect(
      refusalCode(() =>
        submitReview({ ...command, actor: eve }, { enrolment, review: reviewAfter(submitted) }),
      ),
    ).toBe('course-incomplete');
});

test('revises an existing review, and writes nothing if it is the same', () => {
  const review = reviewAfter(submitted);
  expect(submitReview({ ...command, ...secondReview }, { enrolment: completed, review })).toEqual({
    events: [revised],
    answer,
  });
  expect(submitReview(command, { enrolment: completed, review })).toEqual({ events: [], answer });
  const revisedStates = { enrolment: completed, review: reviewAfter(submitted, revised) };
  expect(submitReview({ ...command, ...secondReview }, revisedStates).events).toEqual([]);
  expect(submitReview(command, revisedStates).events).toHaveLength(1);
});

test('records whether the last request named the course by its own id or by that of the enrolment', () => {
  const byCourse = { ...command, courseCalledBy: 'course' } as const;
  expect(
    submitReview(byCourse, { enrolment: completed, review: reviewAfter(submitted) }).events,
  ).toMatchObject([{ type: 'ReviewRevised', data: { courseCalledBy: 'course', rating: 9 } }]);
});

test('submits a new review after a removal, under the same id', () => {
  for (const by of ['author', 'admin'] as const) {
    const review = reviewAfter(submitted, revised, removedBy(by));
    expect(submitReview(command, { enrolment: completed, review })).toEqual({
      events: [submitted],
      answer,
    });
  }
});

test('lets the author or an Admin remove a review, once', () => {
  for (const [actor, by] of [
    [sam, 'author'],
    [ada, 'admin'],
  ] as const) {
    expect(removeReview(actor, withAuthor(submitted))).toEqual({
      events: [removedBy(by)],
      answer: deleted(1),
    });
    for (const states of [withAuthor(), withAuthor(submitted, removedBy('author'))])
      expect(removeReview(actor, states)).toEqual({ events: [], answer: deleted(0) });
  }
  expect(removeReview({ ...sam, role: 'Admin' }, withAuthor(submitted)).events).toEqual([
    removedBy('author'),
  ]);
});

test('refuses to remove another user’s review, and answers for a removed one as if it were unknown', () => {
  for (const role of ['Student', 'Instructor'] as const) {
    const remove = (...events: ReviewEvent[]) => removeReview({ id: 'eve', role }, withAuthor(...events));
    expect(refusalCode(() => remove(submitted))).toBe('forbidden');
    expect(remove(submitted, removedBy('admin'))).toEqual(remove());
  }
});

test('restores a review that an Admin removed, once', () => {
  const history = [submitted, revised, removedBy('admin')];
  expect(restoreReview(withAuthor(...history))).toEqual({ events: [restored], answer: updated(1, 1) });
  expect(reviewAfter(...history, restored)).toEqual(reviewAfter(submitted, revised));
  expect(restoreReview(withAuthor(...history, restored))).toEqual({ events: [], answer: updated(1, 0) });
  expect(restoreReview(withAuthor(submitted))).toEqual({ events: [], answer: updated(1, 0) });
  expect(restoreReview(withAuthor())).toEqual({ events: [], answer: updated(0, 0) });
});

test('refuses to restore a replaced review, but restores its replacement', () => {
  const replaced = [submitted, removedBy('admin'), submitted];
  expect(refusalCode(() => restoreReview(withAuthor(...replaced)))).toBe('review-replaced');
  expect(refusalCode(() => restoreReview(withAuthor(...replaced, revised)))).toBe('review-replaced');
  const again = [...replaced, revised, removedBy('admin')];
  expect(restoreReview(withAuthor(...again)).events).toEqual([restored]);
  expect(reviewAfter(...again, restored)).toMatchObject({ status: 'present', comment: secondReview.comment });
});

test('refuses to restore a review that its author removed', () => {
  expect(refusalCode(() => restoreReview(withAuthor(submitted, removedBy('author'))))).toBe(
    'review-taken-back',
  );
});

test('finds nothing to remove or restore if the text of the review can no longer be decrypted', () => {
  const erased: ReviewEvent = {
    type: 'ReviewSubmitted',
    data: { ...samInCounting, ...firstReview, enrolmentId: 'enrolment', comment: null },
  };
  const history = [erased, { ...revised, data: { ...revised.data, comment: null } } as ReviewEvent];
  expect(removeReview(ada, withAuthor(...history)).answer).toEqual(deleted(0));
  expect(restoreReview(withAuthor(...history, removedBy('admin'))).answer).toEqual(updated(0, 0));
});

test('finds nothing to remove or restore if the author is unknown, or was removed after the review was read', () => {
  for (const author of [{ status: 'removed' } as const, null]) {
    const present = { review: reviewAfter(submitted), author };
    for (const actor of [ada, eve])
      expect(removeReview(actor, present)).toEqual({ events: [], answer: deleted(0) });
    for (const review of [reviewAfter(submitted, removedBy('admin')), reviewAfter(submitted)])
      expect(restoreReview({ review, author })).toEqual({ events: [], answer: updated(0, 0) });
  }
});
