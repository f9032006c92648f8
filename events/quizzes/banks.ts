/**
 * The questions of the ten departments, with the right answers: for the services only. Nothing under `events/quizzes/` may
 * be reached from `web/` (the walls say so), or the answers would be in everybody's browser.
 */
import type { CourseCode } from '../contract/courses.ts';
import { cse } from './banks/cse.ts';
import type { Bank, ChoiceQuestion, WrittenQuestion } from './question.ts';

export const banks: readonly Bank[] = [cse];

/** What a department asks; undefined where there is nothing (yet). */
export const bankOf = (code: CourseCode): Bank | undefined => banks.find((bank) => bank.code === code);

const choices = new Map(banks.flatMap(({ choice }) => choice.map((one) => [one.id, one] as const)));
const writtens = new Map(banks.flatMap(({ written }) => written.map((one) => [one.id, one] as const)));

export const choiceQuestion = (id: string): ChoiceQuestion | undefined => choices.get(id);
export const writtenQuestion = (id: string): WrittenQuestion | undefined => writtens.get(id);
