import { expect, test } from 'vitest';
import { liveMessage } from '#contract/live-messages.ts';
import type { UserType } from '#contract/schemas/users.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import type { QuizRow } from '../../resources/quizzes/present.ts';
import { roomsOf } from '../rooms.ts';
import { createLiveUpdates } from './create-live-updates.ts';
import { messageFor } from './live-update.ts';
import { type LiveUpdateRows, mapRowKinds } from './live-update-rows.ts';

const id = '11111111-1111-4111-8111-111111111111';
const student = '22222222-2222-4222-8222-222222222222';
const teacher = '33333333-3333-4333-8333-333333333333';
const otherUser = '44444444-4444-4444-8444-444444444444';
const at = new Date('2026-01-02T03:04:05Z');

const written: QuizRow = {
  ...{ id, user_id: student, course_id: id, enrolment_id: id, code: 'CSE', kind: 'written' },
  ...{ question_ids: ['cse-w1', 'cse-w2'], deadline: at, started_position: 1, finished_position: 2 },
  ...{ late: false, answers: { 'cse-w1': 'Because.' }, answered: 1, score: null, marks: null, remark: null },
  ...{ marked_position: null, course_name: 'Counting', instructor_id: teacher, user_name: 'Sam' },
};
const keys = { userId: student, courseId: id, attemptId: id };
const recorded = {
  ...{ position: 5, stream: `quiz-${id}`, version: 2, recordedAt: at, commandId: id },
  metadata: { actor: null, correlationId: 'a' },
};
const submitted: RecordedEvent = {
  ...recorded,
  type: 'QuizFinished',
  // Answers are null because the read-api has no keys to decrypt them.
  data: { ...keys, answers: null, score: null, outOf: 20, late: false, right: null },
};
const marked: RecordedEvent = {
  ...recorded,
  type: 'QuizMarked',
  data: { ...keys, marks: { 'cse-w1': 8 }, remark: null },
};

const noRows = mapRowKinds(() => new Map()) as LiveUpdateRows;
const messageOf = (
  event: RecordedEvent,
  row: QuizRow,
  audience: { id: string; userType: UserType } | null,
) => {
  const [update] = createLiveUpdates([event], { ...noRows, quizzes: new Map([[id, row]]) });
  const message = update ? messageFor(update, new Set(roomsOf(audience))) : null;
  return message && liveMessage.parse(message);
};

test('sends a written quiz to its student, and with the student’s name to the users who may mark it', () => {
  expect(messageOf(submitted, written, { id: student, userType: 'Student' })).toMatchObject({
    kind: 'quiz-finished',
    data: { _id: id, questions: [{ answer: 'Because.' }, { answer: null }] },
  });
  for (const marker of [
    { id: teacher, userType: 'Instructor' },
    { id: otherUser, userType: 'Admin' },
  ] as const) {
    expect(messageOf(submitted, written, marker)).toMatchObject({
      kind: 'quiz-submitted',
      data: { userName: 'Sam', marked: false },
    });
    const row = { ...written, score: 8, marks: { 'cse-w1': 8 }, remark: 'Clear.', marked_position: 5 };
    expect(messageOf(marked, row, marker)).toMatchObject({
      kind: 'quiz-marks-changed',
      data: { score: 8, marked: true, remark: 'Clear.' },
    });
  }
});

test('sends a written quiz to no other student, no other Instructor, no demoted teacher, and no visitor', () => {
  for (const outsider of [
    { id: otherUser, userType: 'Student' },
    { id: otherUser, userType: 'Instructor' },
    { id: teacher, userType: 'Student' },
  ] as const)
    for (const event of [submitted, marked]) expect(messageOf(event, written, outsider)).toBeNull();
  expect(messageOf(submitted, written, null)).toBeNull();
});

test('sends a quiz that needs no marking only to its student', () => {
  const choice = {
    ...written,
    kind: 'mcq' as const,
    question_ids: ['cse-c1'],
    answers: { 'cse-c1': 1 },
    score: 0,
  };
  for (const row of [choice, { ...written, answers: {}, answered: 0 }]) {
    expect(messageOf(submitted, row, { id: otherUser, userType: 'Admin' })).toBeNull();
    expect(messageOf(submitted, row, { id: student, userType: 'Student' })?.kind).toBe('quiz-finished');
  }
});

test('sends a student who has become an Admin only the student’s message', () => {
  expect(messageOf(submitted, written, { id: student, userType: 'Admin' })?.kind).toBe('quiz-finished');
});
