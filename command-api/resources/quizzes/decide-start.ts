import type { QuizKind } from '#contract/schemas/quizzes.ts';
import type { QuizEvent } from '#events/catalogue/streams/quiz.ts';
import { problemError, retryLaterError } from '#platform/problems.ts';
import { orderQuestionIds } from '#quizzes/order-question-ids.ts';
import { findQuestionBank } from '#quizzes/question-banks.ts';
import { deadlineFromStart } from '#quizzes/time-limit.ts';
import type { CourseState } from '../../aggregates/course.ts';
import type { EnrolmentState } from '../../aggregates/enrolment.ts';
import type { QuizState } from '../../aggregates/quiz.ts';
import type { Actor } from '../../authorization.ts';
import { OutdatedResolutionError, type StreamDecision } from '../../command-handler/decision.ts';
import { requireStartedEnrolment } from '../enrolments/enrolment-rules.ts';

/** The stored answer. It names only the attempt; `present-answer.ts` adds the rest. */
export type AttemptAnswer = { _id: string };

/**
 * Starts the next attempt, with a deadline. If `latest` is still running, or if a concurrent request has started `next` and it is
 * still running, the answer names the running attempt instead. An attempt runs until it is submitted or its deadline has passed.
 * @param states.latest the attempt before `states.next`; null before the first attempt.
 * @throws `course-not-started`, `conflict` after leaving, `no-questions`; OutdatedResolutionError if `next` was started and has
 * ended since it was resolved.
 */
export const startQuiz = (
  command: { actor: Pick<Actor, 'id'>; attemptId: string; kind: QuizKind; now: Date },
  states: { enrolment: EnrolmentState; course: CourseState; latest: QuizState | null; next: QuizState },
): StreamDecision<QuizEvent, AttemptAnswer> => {
  const { actor, attemptId, kind, now } = command;
  const { userId, courseId } = requireStartedEnrolment(actor, states.enrolment);
  for (const quiz of [states.next, states.latest])
    if (quiz?.status === 'open' && now < new Date(quiz.attempt.deadline))
      return { events: [], answer: { _id: quiz.attempt.attemptId } };
  if (states.next.status !== 'unknown')
    throw new OutdatedResolutionError(
      retryLaterError('unavailable', 'This quiz was started in several places at once. Try again.', 1),
    );
  const bank = states.course.status === 'unknown' ? undefined : findQuestionBank(states.course.fields.code);
  if (!bank) throw problemError('no-questions', 'No questions available for this course.');
  const data = {
    userId,
    courseId,
    attemptId,
    code: bank.code,
    kind,
    questionIds: orderQuestionIds(bank, kind, attemptId),
    deadline: deadlineFromStart(now).toISOString(),
  };
  return { events: [{ type: 'QuizStarted', data }], answer: { _id: attemptId } };
};
