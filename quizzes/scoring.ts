import { maxMarksPerQuestion, type QuizKind } from '#contract/schemas/quizzes.ts';
import { findChoiceQuestion } from './question-banks.ts';

/** By question id: the index of an option, or the text of a written answer. Unanswered questions are left out. */
export type QuizAnswers = Readonly<Record<string, number | string>>;
/** Marks from 0 to 10, by question id. */
export type QuizMarks = Readonly<Record<string, number>>;

/** Returns the ids of the multiple-choice questions that are answered correctly, sorted. Their number is the score. */
export const correctlyAnsweredIds = (answers: QuizAnswers): string[] =>
  Object.keys(answers)
    .filter((id) => findChoiceQuestion(id)?.answer === answers[id])
    .sort();

/** Returns the maximum score: one point for each multiple-choice question, ten marks for each written one. */
export const maxScoreOf = (kind: QuizKind, questionCount: number): number =>
  kind === 'mcq' ? questionCount : questionCount * maxMarksPerQuestion;

/** Returns the score of a marked written quiz. */
export const totalMarks = (marks: QuizMarks): number =>
  Object.values(marks).reduce((sum, mark) => sum + mark, 0);
