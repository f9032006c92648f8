import type { CourseCode } from '#contract/schemas/courses.ts';
import type { QuizAttempt, QuizKind, QuizQuestion } from '#contract/schemas/quizzes.ts';
import { findChoiceQuestion, findWrittenQuestion } from './question-banks.ts';
import { maxScoreOf, type QuizAnswers, type QuizMarks, totalMarks } from './scoring.ts';
import { hasExpired, startFromDeadline } from './time-limit.ts';

/** An attempt as it is read from the log or from the read tables. */
export type AttemptFields = {
  id: string;
  enrolmentId: string;
  courseId: string;
  courseName: string;
  code: CourseCode;
  kind: QuizKind;
  questionIds: readonly string[];
  deadline: Date;
  /** Null before the submission. `score` is null for written quizzes. */
  submission: { late: boolean; answers: QuizAnswers; score: number | null } | null;
  marking: { marks: QuizMarks; remark: string } | null;
};

/** The kind of reader of an attempt: its student, or another user who may read it. */
export type ReaderKind = 'student' | 'marker';

/**
 * Converts an attempt to JSON, for commands, queries and live updates alike. Leaves out correct answers and explanations until
 * the attempt has ended. The student gets the model answers of a written quiz only when it is marked, because the next attempt
 * asks the same questions.
 * @param now decides whether an attempt without a submission has ended.
 */
export const presentAttempt = (
  attempt: AttemptFields,
  now: Date,
  readerKind: ReaderKind = 'student',
): QuizAttempt => {
  const { submission, marking, kind } = attempt;
  const hasEnded = submission !== null || hasExpired(attempt.deadline, now);
  const choiceScore = hasEnded ? (submission?.score ?? 0) : null;
  const writtenScore = marking === null ? null : totalMarks(marking.marks);
  return {
    _id: attempt.id,
    enrolmentId: attempt.enrolmentId,
    catalogueId: attempt.courseId,
    courseName: attempt.courseName,
    code: attempt.code,
    kind,
    status: hasEnded ? 'finished' : 'running',
    startedAt: startFromDeadline(attempt.deadline).toISOString(),
    deadline: attempt.deadline.toISOString(),
    late: submission?.late ?? hasEnded,
    score: kind === 'mcq' ? choiceScore : writtenScore,
    outOf: maxScoreOf(kind, attempt.questionIds.length),
    marked: marking !== null,
    remark: marking?.remark ?? null,
    questions: attempt.questionIds.map((id) =>
      presentQuestion(id, attempt, {
        canSeeSolution: hasEnded,
        canSeeModelAnswer: hasEnded && (marking !== null || readerKind === 'marker'),
      }),
    ),
  };
};

const presentQuestion = (
  id: string,
  { submission, marking }: AttemptFields,
  { canSeeSolution, canSeeModelAnswer }: { canSeeSolution: boolean; canSeeModelAnswer: boolean },
): QuizQuestion => {
  const choice = findChoiceQuestion(id);
  const written = findWrittenQuestion(id);
  return {
    id,
    question: choice?.question ?? written?.question ?? 'This question is no longer asked.',
    options: choice ? [...choice.options] : null,
    answer: submission?.answers[id] ?? null,
    right: canSeeSolution && choice ? choice.answer : null,
    why: canSeeSolution && choice ? choice.why : null,
    points: canSeeModelAnswer && written ? [...written.points] : null,
    mark: marking?.marks[id] ?? null,
  };
};
