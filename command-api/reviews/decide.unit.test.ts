import { expect, test } from 'vitest';
import type { EnrolmentEvent } from '#events/catalogue/enrolment.ts';
import type { ReviewEvent } from '#events/catalogue/review.ts';
import { deleted, inserted, updated } from '#contract/answers.ts';
import { foldEvents } from '#events/log/aggregate.ts';
import { enrolmentAggregate } from '../enrolments/enrolment.ts';
import { refusalOf } from '../testing/refusal.ts';
import { removeReview, restoreReview, type SubmitReview, submitReview } from './decide.ts';
import { reviewAggregate } from './review.ts';

const way = { userId: 'sam', courseId: 'counting' };
const words = { courseCalledBy: 'enrolment', rating: 9, comment: 'I can count now.' } as const;
const submitted: ReviewEvent = {
  type: 'ReviewSubmitted',
  data: { ...way, ...words, enrolmentId: 'way' },
};
const better = { ...words, rating: 10, comment: 'I still can.' };
const revised: ReviewEvent = { type: 'ReviewRevised', data: { ...way, ...better } };
const removedBy = (by: 'author' | 'admin'): ReviewEvent => ({ type: 'ReviewRemoved', data: { ...way, by } });
const restored: ReviewEvent = { type: 'ReviewRestored', data: way };
const given = (...events: ReviewEvent[]) => foldEvents(reviewAggregate, events);

const learnt = (modules: number, ...then: EnrolmentEvent[]) =>
  foldEvents(enrolmentAggregate, [
    { type: 'StudentEnrolled', data: way },
    { type: 'CourseStarted', data: { ...way, startedBy: 'enrolment' } },
    ...Array.from(
      { length: modules },
      (_, index): EnrolmentEvent => ({ type: 'ModuleCompleted', data: { ...way, module: index + 1 } }),
    ),
    ...then,
  ]);
const complete = learnt(5);
const command: SubmitReview = { id: 'review', enrolmentId: 'way', actor: { id: 'sam' }, ...words };
const [sam, eve, ada] = [
  { id: 'sam', role: 'Student' } as const,
  { id: 'eve', role: 'Student' } as const,
  { id: 'ada', role: 'Admin' } as const,
];
const done = inserted('review');

test('given five of five modules, a student reviews the course', () => {
  expect(submitReview(command, { enrolment: complete, review: given() })).toEqual({
    events: [submitted],
    answer: done,
  });
});

test('given fewer, or no enrolment at all, there is nothing to review yet', () => {
  const notEnrolled = foldEvents(enrolmentAggregate, []);
  for (const enrolment of [notEnrolled, learnt(0), learnt(4)])
    expect(refusalOf(() => submitReview(command, { enrolment, review: given() }))).toBe('course-incomplete');
});

test('who completed a course and left it may still say what they think of it', () => {
  const enrolment = learnt(5, { type: 'StudentLeft', data: way });
  expect(submitReview(command, { enrolment, review: given() }).events).toEqual([submitted]);
});

test('nobody reviews as another, however far that other is', () => {
  for (const enrolment of [learnt(2), complete])
    expect(
      refusalOf(() => submitReview({ ...command, actor: eve }, { enrolment, review: given(submitted) })),
    ).toBe('forbidden');
});

test('given a review, the second one revises it; the same again writes nothing', () => {
  const review = given(submitted);
  expect(submitReview({ ...command, ...better }, { enrolment: complete, review })).toEqual({
    events: [revised],
    answer: done,
  });
  expect(submitReview(command, { enrolment: complete, review })).toEqual({ events: [], answer: done });
  const since = { enrolment: complete, review: given(submitted, revised) };
  expect(submitReview({ ...command, ...better }, since).events).toEqual([]);
  expect(submitReview(command, since).events).toHaveLength(1);
});

test('what was sent with the other id of the course is called by it from then on', () => {
  const byCourse = { ...command, courseCalledBy: 'course' } as const;
  expect(submitReview(byCourse, { enrolment: complete, review: given(submitted) }).events).toMatchObject([
    { type: 'ReviewRevised', data: { courseCalledBy: 'course', rating: 9 } },
  ]);
});

test('given it was removed, by whomever, the course is reviewed anew under the same id', () => {
  for (const by of ['author', 'admin'] as const) {
    const review = given(submitted, revised, removedBy(by));
    expect(submitReview(command, { enrolment: complete, review })).toEqual({
      events: [submitted],
      answer: done,
    });
  }
});

test('its author takes a review back, an admin removes anybody’s; once', () => {
  for (const [actor, by] of [
    [sam, 'author'],
    [ada, 'admin'],
  ] as const) {
    expect(removeReview(actor, given(submitted))).toEqual({ events: [removedBy(by)], answer: deleted(1) });
    for (const state of [given(), given(submitted, removedBy('author'))])
      expect(removeReview(actor, state)).toEqual({ events: [], answer: deleted(0) });
  }
  expect(removeReview({ ...sam, role: 'Admin' }, given(submitted)).events).toEqual([removedBy('author')]);
});

test('nobody else removes a review, present or removed', () => {
  for (const role of ['Student', 'Instructor'] as const)
    for (const state of [given(submitted), given(submitted, removedBy('admin'))])
      expect(refusalOf(() => removeReview({ id: 'eve', role }, state))).toBe('forbidden');
});

test('what an admin removed comes back as it was; a repetition finds it there', () => {
  const history = [submitted, revised, removedBy('admin')];
  expect(restoreReview(given(...history))).toEqual({ events: [restored], answer: updated(1, 1) });
  expect(given(...history, restored)).toEqual(given(submitted, revised));
  expect(restoreReview(given(...history, restored))).toEqual({ events: [], answer: updated(1, 0) });
  expect(restoreReview(given(submitted))).toEqual({ events: [], answer: updated(1, 0) });
  expect(restoreReview(given())).toEqual({ events: [], answer: updated(0, 0) });
});

test('what has been replaced meanwhile stays away; what replaced it can come back', () => {
  const replaced = [submitted, removedBy('admin'), submitted];
  expect(refusalOf(() => restoreReview(given(...replaced)))).toBe('review-replaced');
  expect(refusalOf(() => restoreReview(given(...replaced, revised)))).toBe('review-replaced');
  const again = [...replaced, revised, removedBy('admin')];
  expect(restoreReview(given(...again)).events).toEqual([restored]);
  expect(given(...again, restored)).toMatchObject({ status: 'present', comment: better.comment });
});

test('what its author took back no admin brings back', () => {
  expect(refusalOf(() => restoreReview(given(submitted, removedBy('author'))))).toBe('review-taken-back');
});

test('of a removed person’s review nothing is left to remove or restore', () => {
  const erased: ReviewEvent = {
    type: 'ReviewSubmitted',
    data: { ...way, ...words, enrolmentId: 'way', comment: null },
  };
  const history = [erased, { ...revised, data: { ...revised.data, comment: null } } as ReviewEvent];
  expect(removeReview(ada, given(...history)).answer).toEqual(deleted(0));
  expect(restoreReview(given(...history, removedBy('admin'))).answer).toEqual(updated(0, 0));
});
