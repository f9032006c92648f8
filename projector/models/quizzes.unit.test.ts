import { expect, test } from 'vitest';
import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import { quizStream } from '#events/catalogue/streams/quiz.ts';
import { enrolmentIdOf } from '#platform/identity/record-ids.ts';
import { foldStream } from '../testing/fold-stream.ts';
import { testId } from '../testing/recorded-events.ts';
import { quizEvolutions } from './quizzes.ts';

const id = testId(3);
const ids = { userId: testId(1), courseId: testId(2), attemptId: id };
const questionIds = ['cse-w2', 'cse-w1'];
const started: DomainEvent = {
  type: 'QuizStarted',
  data: { ...ids, code: 'CSE', kind: 'written', questionIds, deadline: '2026-01-01T00:01:00.000Z' },
};
const answers = { 'cse-w1': 'Because.' };
const finished: DomainEvent = {
  type: 'QuizFinished',
  data: { ...ids, answers, score: null, outOf: 20, late: false, right: null },
};
const marked = (mark: number, remark: string): DomainEvent => ({
  type: 'QuizMarked',
  data: { ...ids, marks: { 'cse-w1': mark, 'cse-w2': 1 }, remark },
});
const rowAfter = (...events: DomainEvent[]) => foldStream(quizStream(id), events, quizEvolutions);
const initialRow = {
  ...{ id, user_id: ids.userId, course_id: ids.courseId, code: 'CSE', kind: 'written' },
  enrolment_id: enrolmentIdOf(ids.userId, ids.courseId),
  question_ids: questionIds,
  deadline: new Date('2026-01-01T00:01:00Z'),
  ...{ started_position: 1, finished_at: null, finished_position: null, late: false },
  ...{ answers: {}, answered: 0, score: null },
  ...{ marks: null, remark: null, marked_at: null, marked_position: null, position: 1 },
};

test('creates a row without answers when a quiz starts', () => {
  expect(rowAfter(started)).toEqual(initialRow);
});

test('stores the answers on submission, and the score of a multiple-choice quiz', () => {
  const submitted = { ...initialRow, answers, answered: 1, position: 2 };
  const finish = { finished_at: new Date('2026-01-01T00:00:02Z'), finished_position: 2 };
  expect(rowAfter(started, finished)).toEqual({ ...submitted, ...finish });
  const scored = { ...finished, data: { ...finished.data, score: 4 } } as DomainEvent;
  expect(rowAfter(started, scored)?.score).toBe(4);
  const late = { ...finished, data: { ...finished.data, answers: {}, late: true } } as DomainEvent;
  expect(rowAfter(started, late)).toMatchObject({ late: true, answered: 0 });
});

test('adds up the marks, and replaces them when the quiz is marked again', () => {
  expect(rowAfter(started, finished, marked(6.5, 'Say more.'), marked(9, 'Clear.'))).toMatchObject({
    ...{ score: 10, marks: { 'cse-w1': 9, 'cse-w2': 1 }, remark: 'Clear.' },
    ...{ marked_at: new Date('2026-01-01T00:00:04Z'), marked_position: 4, finished_position: 2 },
  });
});

test('does not recreate the row of a removed student from later events', () => {
  expect(rowAfter(finished, marked(5, ''))).toBeNull();
});
