/**
 * The question banks of the ten departments, with the correct answers. No file in `web/` may import them, because the
 * answers would then be part of the client. `tooling/import-rules/` checks this. The questions are in
 * `question-banks/*.json`; loading fails if one of them has the wrong shape.
 */
import { z } from 'zod/mini';
import { type CourseCode, courseCode, courseCodes } from '#contract/schemas/courses.ts';
import { bankFile, type ChoiceQuestion, type QuestionBank, type WrittenQuestion } from './question.ts';
import bba from './question-banks/bba.json' with { type: 'json' };
import cse from './question-banks/cse.json' with { type: 'json' };
import ece from './question-banks/ece.json' with { type: 'json' };
import eee from './question-banks/eee.json' with { type: 'json' };
import eng from './question-banks/eng.json' with { type: 'json' };
import his from './question-banks/his.json' with { type: 'json' };
import mth from './question-banks/mth.json' with { type: 'json' };
import pha from './question-banks/pha.json' with { type: 'json' };
import phy from './question-banks/phy.json' with { type: 'json' };
import psy from './question-banks/psy.json' with { type: 'json' };

const files = {
  CSE: cse,
  EEE: eee,
  BBA: bba,
  ECE: ece,
  PHA: pha,
  MTH: mth,
  PHY: phy,
  HIS: his,
  ENG: eng,
  PSY: psy,
};
const questionsByCode = z.record(courseCode, bankFile).parse(files);

export const questionBanks: readonly QuestionBank[] = courseCodes.map((code) => ({
  code,
  ...questionsByCode[code],
}));

/** Returns the question bank of a course code; undefined if it has none. */
export const findQuestionBank = (code: CourseCode): QuestionBank | undefined =>
  questionBanks.find((bank) => bank.code === code);

const indexById = <Q extends { id: string }>(questions: readonly Q[]): ReadonlyMap<string, Q> =>
  new Map(questions.map((question) => [question.id, question]));
const choiceQuestions = indexById(questionBanks.flatMap(({ choice }) => choice));
const writtenQuestions = indexById(questionBanks.flatMap(({ written }) => written));

export const findChoiceQuestion = (id: string): ChoiceQuestion | undefined => choiceQuestions.get(id);
export const findWrittenQuestion = (id: string): WrittenQuestion | undefined => writtenQuestions.get(id);
