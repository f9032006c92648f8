import { choiceQuestion, writtenQuestion } from '#quizzes/banks.ts';
import type { Detail } from './told.ts';

/** An id is for ever, but a question may leave its bank. */
const asked = (id: string): string =>
  choiceQuestion(id)?.question ?? writtenQuestion(id)?.question ?? `Question ${id}`;

const answerInWords = (id: string, answer: number | string): string =>
  typeof answer === 'string' ? answer : (choiceQuestion(id)?.options[answer] ?? `Option ${answer + 1}`);

/** What was answered, each under its question, and what it came to. */
export const quizDetails = (finished: {
  answers: Readonly<Record<string, number | string>> | null;
  score: number | null;
  outOf: number;
}): Detail[] => [
  ...Object.entries(finished.answers ?? {}).map(([id, answer]) => ({
    name: asked(id),
    text: answerInWords(id, answer),
  })),
  ...(finished.score === null ? [] : [{ name: 'Score', text: `${finished.score} of ${finished.outOf}` }]),
];

export const markDetails = (marked: {
  marks: Readonly<Record<string, number>>;
  remark: string | null;
}): Detail[] => [
  ...Object.entries(marked.marks).map(([id, mark]) => ({ name: asked(id), text: `${mark} of 10` })),
  ...(marked.remark === null || marked.remark === '' ? [] : [{ name: 'Remark', text: marked.remark }]),
];
