import { type UpdateAnswer, updated } from '#contract/schemas/command-results.ts';
import type { QuizEvent } from '#events/catalogue/streams/quiz.ts';
import { problemError } from '#platform/problems.ts';
import type { QuizMarks } from '#quizzes/scoring.ts';
import type { CourseState } from '../../aggregates/course.ts';
import type { QuizState } from '../../aggregates/quiz.ts';
import type { UserState } from '../../aggregates/user.ts';
import type { Actor } from '../../authorization.ts';
import type { StreamDecision } from '../../command-handler/decision.ts';
import { requireTeacherOrAdmin } from '../courses/course-rules.ts';

type SubmittedQuiz = Extract<QuizState, { status: 'submitted' }>;

/**
 * Marks a written quiz, or replaces its marks. Unknown attempts and attempts of removed students are not modified.
 * Only Admins learn that an attempt is unknown.
 * @param states.course the course of the attempt, and `states.student` its student; both are null if the attempt is unknown.
 * @throws `forbidden` unless the actor is an Admin or teaches the course, and for the actor's own attempt; `conflict` for
 * a multiple-choice quiz, and if no answers were submitted; `invalid-input` if an answer has no mark, or a mark is for a question that was not asked.
 */
export const markQuiz = (
  command: { actor: Actor; marks: QuizMarks; remark: string },
  states: { quiz: QuizState; course: CourseState | null; student: UserState | null },
): StreamDecision<QuizEvent, UpdateAnswer> => {
  const { quiz, course, student } = states;
  // The right to mark is checked first, even for an unknown attempt. Otherwise Instructors could find out which attempts exist.
  const courseFields =
    course === null || course.status === 'unknown' ? { instructorId: null } : course.fields;
  requireTeacherOrAdmin(command.actor, courseFields);
  if (quiz.status === 'unknown' || course === null || student === null || student.status === 'removed')
    return { events: [], answer: updated(0, 0) };
  const { attempt } = quiz;
  if (attempt.userId === command.actor.id)
    throw problemError('forbidden', 'You cannot mark your own answers.');
  if (attempt.kind !== 'written')
    throw problemError(
      'conflict',
      'Only written quizzes can be marked. This one was scored when it was submitted.',
    );
  if (quiz.status !== 'submitted' || Object.keys(quiz.submission.answers).length === 0)
    throw problemError('conflict', 'No answers were submitted, so there is nothing to mark.');
  const { remark } = command;
  const marks = requireMarkForEachAnswer(quiz, command.marks);
  const { marking } = quiz;
  if (marking && marking.remark === remark && areSameMarks(marking.marks, marks))
    return { events: [], answer: updated(1, 0) };
  const { userId, courseId, attemptId } = attempt;
  const data = { userId, courseId, attemptId, marks, remark };
  return { events: [{ type: 'QuizMarked', data }], answer: updated(1, 1) };
};

/**
 * Returns the marks without those of unanswered questions.
 * @throws `invalid-input` if an answer has no mark, or if a mark is for a question that was not asked.
 */
const requireMarkForEachAnswer = ({ attempt, submission }: SubmittedQuiz, marks: QuizMarks): QuizMarks => {
  for (const id of Object.keys(marks))
    if (!attempt.questionIds.includes(id)) throw invalidMarkError(id, 'This question was not asked.');
  const answeredIds = attempt.questionIds.filter((id) => submission.answers[id] !== undefined);
  return Object.fromEntries(
    answeredIds.map((id) => {
      const mark = marks[id];
      if (mark === undefined) throw invalidMarkError(id, 'Give each answer a mark.');
      return [id, mark];
    }),
  );
};

const invalidMarkError = (id: string, message: string) =>
  problemError('invalid-input', message, [{ path: `marks.${id}`, message }]);

const areSameMarks = (one: QuizMarks, other: QuizMarks): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([id, mark]) => other[id] === mark);
