import { findChoiceQuestion, findWrittenQuestion } from '#quizzes/question-banks.ts';
import type { Detail } from './own-event.ts';

/** Returns the answers of a submitted quiz, each under its question, and the score. */
export const toQuizDetails = (submission: {
  answers: Readonly<Record<string, number | string>> | null;
  score: number | null;
  outOf: number;
}): Detail[] => [
  ...Object.entries(submission.answers ?? {}).map(([id, answer]) => ({
    name: findQuestionText(id),
    text: formatAnswer(id, answer),
  })),
  ...(submission.score === null
    ? []
    : [{ name: 'Score', text: `${submission.score} of ${submission.outOf}` }]),
];

/** Returns the marks of a quiz, each under its question, and the remark. */
export const toMarkDetails = (marking: {
  marks: Readonly<Record<string, number>>;
  remark: string | null;
}): Detail[] => [
  ...Object.entries(marking.marks).map(([id, mark]) => ({
    name: findQuestionText(id),
    text: `${mark} of 10`,
  })),
  ...(marking.remark === null || marking.remark === '' ? [] : [{ name: 'Remark', text: marking.remark }]),
];

/** Returns the text of a question. Its id is permanent, but the question may have been removed from its bank. */
const findQuestionText = (id: string): string =>
  findChoiceQuestion(id)?.question ?? findWrittenQuestion(id)?.question ?? `Question ${id}`;

const formatAnswer = (id: string, answer: number | string): string =>
  typeof answer === 'string' ? answer : (findChoiceQuestion(id)?.options[answer] ?? `Option ${answer + 1}`);
