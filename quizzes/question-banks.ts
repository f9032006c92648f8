/**
 * The question banks of the ten departments, with the correct answers. Only services may import files from `quizzes/`: in
 * `web/` the answers would be part of the client (`tooling/walls.ts` checks that).
 */
import type { CourseCode } from '#contract/schemas/courses.ts';
import type { ChoiceQuestion, QuestionBank, WrittenQuestion } from './question.ts';
import { bba } from './question-banks/bba.ts';
import { cse } from './question-banks/cse.ts';
import { ece } from './question-banks/ece.ts';
import { eee } from './question-banks/eee.ts';
import { eng } from './question-banks/eng.ts';
import { his } from './question-banks/his.ts';
import { mth } from './question-banks/mth.ts';
import { pha } from './question-banks/pha.ts';
import { phy } from './question-banks/phy.ts';
import { psy } from './question-banks/psy.ts';

export const questionBanks: readonly QuestionBank[] = [cse, eee, bba, ece, pha, mth, phy, his, eng, psy];

/** Returns undefined for a code without a question bank. */
export const findQuestionBank = (code: CourseCode): QuestionBank | undefined =>
  questionBanks.find((bank) => bank.code === code);

const byId = <Q extends { id: string }>(questions: readonly Q[]): ReadonlyMap<string, Q> =>
  new Map(questions.map((question) => [question.id, question]));
const choiceQuestions = byId(questionBanks.flatMap(({ choice }) => choice));
const writtenQuestions = byId(questionBanks.flatMap(({ written }) => written));

export const findChoiceQuestion = (id: string): ChoiceQuestion | undefined => choiceQuestions.get(id);
export const findWrittenQuestion = (id: string): WrittenQuestion | undefined => writtenQuestions.get(id);
