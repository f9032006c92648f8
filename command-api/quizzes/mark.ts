import type { QuizEvent } from '#events/catalogue/quiz.ts';
import { type UpdateAnswer, updated } from '#contract/answers.ts';
import type { QuizMarks } from '#quizzes/attempt.ts';
import { problemError } from '#platform/problems.ts';
import type { Actor } from '../actor/actor.ts';
import type { Decided } from '../calls/decided.ts';
import type { CourseState } from '../courses/decide.ts';
import { requireTeaches } from '../courses/require-teaches.ts';
import type { UserState } from '../users/decide.ts';
import type { QuizState } from './quiz.ts';

type Submitted = Extract<QuizState, { status: 'submitted' }>;

/** An instructor marks in their own courses, an Admin in all, and nobody their own answers. @throws `forbidden`. */
const requireMayMark = (actor: Actor, quiz: QuizState, course: CourseState): void => {
  requireTeaches(actor, course.status === 'unknown' ? { instructorId: null } : course.facts);
  if (quiz.status !== 'unknown' && quiz.attempt.userId === actor.id)
    throw problemError('forbidden', 'Nobody marks their own answers.');
};

/** A mark for each answer; what was left open has none. @throws `invalid-input`. */
const marksFor = ({ attempt, submission }: Submitted, sent: QuizMarks): QuizMarks => {
  const wrong = (id: string, message: string) =>
    problemError('invalid-input', message, [{ path: `marks.${id}`, message }]);
  for (const id of Object.keys(sent))
    if (!attempt.questionIds.includes(id)) throw wrong(id, 'This question was not asked.');
  const answered = attempt.questionIds.filter((id) => submission.answers[id] !== undefined);
  return Object.fromEntries(
    answered.map((id) => {
      const mark = sent[id];
      if (mark === undefined) throw wrong(id, 'Give each answer a mark.');
      return [id, mark];
    }),
  );
};

const isSame = (one: QuizMarks, other: QuizMarks): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([id, mark]) => other[id] === mark);

/**
 * Marks given again replace the earlier ones; the same ones modify nothing. The attempt of a student who was removed
 * matches nothing.
 * @throws `forbidden`, `conflict` where there is nothing to mark, `invalid-input`.
 */
export const markQuiz = (
  command: { actor: Actor; marks: QuizMarks; remark: string },
  states: { quiz: QuizState; course: CourseState; student: UserState },
): Decided<QuizEvent, UpdateAnswer> => {
  const { quiz, course, student } = states;
  if (quiz.status === 'unknown' || student.status === 'removed') return { events: [], answer: updated(0, 0) };
  requireMayMark(command.actor, quiz, course);
  if (quiz.attempt.kind !== 'written')
    throw problemError(
      'conflict',
      'Only written quizzes are marked: this one was scored when it was submitted.',
    );
  if (quiz.status !== 'submitted' || Object.keys(quiz.submission.answers).length === 0)
    throw problemError('conflict', 'No answers were handed in, so there is nothing to mark.');
  const { remark } = command;
  const marks = marksFor(quiz, command.marks);
  const { marking } = quiz;
  if (marking && marking.remark === remark && isSame(marking.marks, marks))
    return { events: [], answer: updated(1, 0) };
  const { userId, courseId, attemptId } = quiz.attempt;
  const data = { userId, courseId, attemptId, marks, remark };
  return { events: [{ type: 'QuizMarked', data }], answer: updated(1, 1) };
};
