/**
 * The questions of the ten departments, with the right answers: for the services only. Nothing under `quizzes/` may
 * be reached from `web/` (the walls say so), or the answers would be in everybody's browser.
 */
import type { CourseCode } from '#contract/courses.ts';
import { bba } from './banks/bba.ts';
import { cse } from './banks/cse.ts';
import { ece } from './banks/ece.ts';
import { eee } from './banks/eee.ts';
import { eng } from './banks/eng.ts';
import { his } from './banks/his.ts';
import { mth } from './banks/mth.ts';
import { pha } from './banks/pha.ts';
import { phy } from './banks/phy.ts';
import { psy } from './banks/psy.ts';
import type { Bank, ChoiceQuestion, WrittenQuestion } from './question.ts';

export const banks: readonly Bank[] = [cse, eee, bba, ece, pha, mth, phy, his, eng, psy];

/** What a department asks; undefined where there is nothing (yet). */
export const bankOf = (code: CourseCode): Bank | undefined => banks.find((bank) => bank.code === code);

const choices = new Map(banks.flatMap(({ choice }) => choice.map((one) => [one.id, one] as const)));
const writtens = new Map(banks.flatMap(({ written }) => written.map((one) => [one.id, one] as const)));

export const choiceQuestion = (id: string): ChoiceQuestion | undefined => choices.get(id);
export const writtenQuestion = (id: string): WrittenQuestion | undefined => writtens.get(id);
