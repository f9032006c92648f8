import type { CourseCode } from '#contract/courses.ts';
import { marksOfAQuestion, type QuizAttempt, type QuizKind, type QuizQuestion } from '#contract/quizzes.ts';
import { choiceQuestion, writtenQuestion } from './banks.ts';
import { hasRunOut, startOf } from './times.ts';

/** By question id: an option's index, or the text of a written answer. What was left open is not there. */
export type QuizAnswers = Readonly<Record<string, number | string>>;
/** By question id: 0 to 10. */
export type QuizMarks = Readonly<Record<string, number>>;

/** What is known of an attempt, wherever it was read. */
export type AttemptFacts = {
  id: string;
  enrolmentId: string;
  courseId: string;
  courseName: string;
  code: CourseCode;
  kind: QuizKind;
  questionIds: readonly string[];
  deadline: Date;
  /** Null while nobody has submitted it. `score` is a multiple-choice quiz's. */
  submission: { late: boolean; answers: QuizAnswers; score: number | null } | null;
  marking: { marks: QuizMarks; remark: string } | null;
};

/** The ids of the multiple-choice questions that were answered rightly, in order. */
export const rightlyAnswered = (answers: QuizAnswers): string[] =>
  Object.keys(answers)
    .filter((id) => choiceQuestion(id)?.answer === answers[id])
    .sort();

/** The most that a quiz of so many questions can bring: a point for each right option, ten marks for each written answer. */
export const outOfFor = (kind: QuizKind, questions: number): number =>
  kind === 'mcq' ? questions : questions * marksOfAQuestion;

export const sumOfMarks = (marks: QuizMarks): number =>
  Object.values(marks).reduce((sum, mark) => sum + mark, 0);

const presentQuestion = (id: string, { submission, marking }: AttemptFacts, ended: boolean): QuizQuestion => {
  const choice = choiceQuestion(id);
  const written = writtenQuestion(id);
  return {
    id,
    question: choice?.question ?? written?.question ?? 'This question is no longer asked.',
    options: choice ? [...choice.options] : null,
    answer: submission?.answers[id] ?? null,
    right: ended && choice ? choice.answer : null,
    why: ended && choice ? choice.why : null,
    points: ended && written ? [...written.points] : null,
    mark: marking?.marks[id] ?? null,
  };
};

/**
 * The only way from an attempt to JSON, for answers to commands, GETs and live messages alike: what helps to answer is
 * not in it before the end.
 * @param now what decides whether an attempt that nobody submitted has ended.
 */
export const presentAttempt = (facts: AttemptFacts, now: Date): QuizAttempt => {
  const { submission, marking, kind } = facts;
  const ended = submission !== null || hasRunOut(facts.deadline, now);
  const right = ended ? (submission?.score ?? 0) : null;
  return {
    _id: facts.id,
    enrolmentId: facts.enrolmentId,
    catalogueId: facts.courseId,
    courseName: facts.courseName,
    code: facts.code,
    kind,
    status: ended ? 'finished' : 'running',
    startedAt: startOf(facts.deadline).toISOString(),
    deadline: facts.deadline.toISOString(),
    late: submission?.late ?? ended,
    score: kind === 'mcq' ? right : marking && sumOfMarks(marking.marks),
    outOf: outOfFor(kind, facts.questionIds.length),
    marked: marking !== null,
    remark: marking?.remark ?? null,
    questions: facts.questionIds.map((id) => presentQuestion(id, facts, ended)),
  };
};
