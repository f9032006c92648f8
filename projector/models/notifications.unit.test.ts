import { expect, test } from 'vitest';
import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import { courseStream } from '#events/catalogue/streams/course.ts';
import { quizStream } from '#events/catalogue/streams/quiz.ts';
import { userStream } from '#events/catalogue/streams/user.ts';
import { foldStream } from '../testing/fold-stream.ts';
import { testId } from '../testing/recorded-events.ts';
import { notificationEvolutions } from './notifications.ts';

const id = testId(3);
const ids = { userId: testId(1), courseId: testId(2), attemptId: id };
const finished = (score: number | null, answers: Record<string, string>): DomainEvent => ({
  type: 'QuizFinished',
  data: { ...ids, answers, score, outOf: 50, late: false, right: null },
});
const marked: DomainEvent = { type: 'QuizMarked', data: { ...ids, marks: { a: 5 }, remark: '' } };
const rowAfter = (stream: string, ...events: DomainEvent[]) =>
  foldStream(stream, events, notificationEvolutions);

test('notifies of a written quiz that waits for marks, then of its marks, and again when the marks change', () => {
  const rowOfQuiz = (...events: DomainEvent[]) => rowAfter(quizStream(id), ...events);
  const about = { id, user_id: ids.userId, course_id: ids.courseId };
  const submitted = finished(null, { a: 'So.' });
  expect(rowOfQuiz(submitted)).toMatchObject({ ...about, kind: 'quiz-waiting', notified_position: 1 });
  expect(rowOfQuiz(submitted, marked)).toMatchObject({
    ...about,
    kind: 'quiz-marked',
    notified_position: 2,
  });
  expect(rowOfQuiz(submitted, marked, marked)).toMatchObject({ kind: 'quiz-marked', notified_position: 3 });
  // Nobody marks a multiple-choice quiz or an empty one, and the row of a removed student does not come back.
  for (const events of [[finished(4, { a: 'So.' })], [finished(null, {})], [marked]])
    expect(rowOfQuiz(...events)).toBeNull();
});

test('keeps only the newest notification of a course', () => {
  const edited: DomainEvent = { type: 'CourseEdited', data: { changes: { price: 1 } } };
  const removed: DomainEvent = { type: 'CourseRemoved', data: {} };
  const restored: DomainEvent = { type: 'CourseRestored', data: {} };
  const kindAfter = (...events: DomainEvent[]) => rowAfter(courseStream(id), ...events)?.kind;
  expect(kindAfter(edited, edited)).toBe('course-changed');
  expect(kindAfter(edited, removed)).toBe('course-withdrawn');
  expect(kindAfter(edited, removed, restored)).toBe('course-restored');
  expect(rowAfter(courseStream(id), edited)).toMatchObject({ user_id: null, course_id: id, roles: [] });
});

test('notifies a user of a changed role and of a declined role request', () => {
  const changed = (from: 'Student', to: 'Student' | 'Instructor'): DomainEvent => ({
    type: 'UserRoleChanged',
    data: { from, to },
  });
  const declined: DomainEvent = { type: 'UserWishDeclined', data: { wishedType: 'Admin' } };
  const rowOfUser = (event: DomainEvent) => rowAfter(userStream(id), event);
  expect(rowOfUser(changed('Student', 'Instructor'))).toMatchObject({
    ...{ user_id: id, kind: 'role-changed', roles: ['Student', 'Instructor'] },
  });
  expect(rowOfUser(changed('Student', 'Student'))).toMatchObject({ kind: 'role-declined' });
  expect(rowOfUser(declined)).toMatchObject({ kind: 'role-declined', roles: ['Admin'] });
});
