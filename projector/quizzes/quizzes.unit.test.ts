import { expect, test } from 'vitest';
import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import { quizStream } from '#events/catalogue/quiz.ts';
import { streamId } from '#events/catalogue/stream-id.ts';
import { enrolmentIdOf } from '#platform/identity/ids.ts';
import { foldRows } from '../projection/fold-rows.ts';
import { recorded, testId } from '../testing/recorded-events.ts';
import { quizEvolutions } from './quizzes.ts';

const id = testId(3);
const way = { userId: testId(1), courseId: testId(2), attemptId: id };
const questionIds = ['cse-w2', 'cse-w1'];
const started: DomainEvent = {
  type: 'QuizStarted',
  data: { ...way, code: 'CSE', kind: 'written', questionIds, deadline: '2026-01-01T00:01:00.000Z' },
};
const answers = { 'cse-w1': 'Because.' };
const finished: DomainEvent = {
  type: 'QuizFinished',
  data: { ...way, answers, score: null, outOf: 20, late: false, right: null },
};
const marked = (mark: number, remark: string): DomainEvent => ({
  type: 'QuizMarked',
  data: { ...way, marks: { 'cse-w1': mark, 'cse-w2': 1 }, remark },
});
const after = (...events: DomainEvent[]) =>
  foldRows(
    new Map(),
    recorded(events.map((event) => [quizStream(id), event] as const)),
    (event) => streamId(event.stream),
    quizEvolutions,
  ).get(id) ?? null;
const fresh = {
  ...{ id, user_id: way.userId, course_id: way.courseId, code: 'CSE', kind: 'written' },
  enrolment_id: enrolmentIdOf(way.userId, way.courseId),
  question_ids: questionIds,
  deadline: new Date('2026-01-01T00:01:00Z'),
  ...{ started_position: 1, finished_at: null, finished_position: null, late: false },
  ...{ answers: {}, answered: 0, score: null },
  ...{ marks: null, remark: null, marked_at: null, marked_position: null, position: 1 },
};

test('a quiz that was started has no answers yet', () => {
  expect(after(started)).toEqual(fresh);
});

test('one that was submitted has its answers, and a multiple-choice one its score', () => {
  const submitted = { ...fresh, answers, answered: 1, position: 2 };
  const when = { finished_at: new Date('2026-01-01T00:00:02Z'), finished_position: 2 };
  expect(after(started, finished)).toEqual({ ...submitted, ...when });
  const scored = { ...finished, data: { ...finished.data, score: 4 } } as DomainEvent;
  expect(after(started, scored)?.score).toBe(4);
  const late = { ...finished, data: { ...finished.data, answers: {}, late: true } } as DomainEvent;
  expect(after(started, late)).toMatchObject({ late: true, answered: 0 });
});

test('marks come to their sum, and later ones replace them', () => {
  expect(after(started, finished, marked(6.5, 'Say more.'), marked(9, 'Clear.'))).toMatchObject({
    ...{ score: 10, marks: { 'cse-w1': 9, 'cse-w2': 1 }, remark: 'Clear.' },
    ...{ marked_at: new Date('2026-01-01T00:00:04Z'), marked_position: 4, finished_position: 2 },
  });
});

test('nothing comes of the attempt of a student who is gone', () => {
  expect(after(finished, marked(5, ''))).toBeNull();
});
