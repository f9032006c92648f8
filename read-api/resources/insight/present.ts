import type { CourseCode } from '#contract/courses.ts';
import { type Funnel, funnelSteps, type InsightFunnel, type InsightQuestion } from '#contract/insight.ts';
import { banks } from '#quizzes/banks.ts';
import type { CourseStepsRow, PeriodRow, Steps } from './query.ts';

const stepsOf = (row: Steps): Funnel =>
  Object.fromEntries(funnelSteps.map((step) => [step, row[step]])) as Funnel;

export const presentFunnel = (
  school: Steps,
  courses: readonly CourseStepsRow[],
  all: number,
): InsightFunnel => ({
  school: stepsOf(school),
  courses: courses.map((row) => ({
    ...{ _id: row.id, code: row.code as CourseCode, name: row.name, withdrawn: row.withdrawn },
    steps: stepsOf(row),
  })),
  more: all - courses.length,
});

const texts = new Map(
  banks.flatMap(({ code, choice }) => choice.map(({ id, question }) => [id, { code, question }] as const)),
);

/** A question that is not in the banks any more keeps its numbers to itself: nobody could say what was asked. */
export const presentQuestions = (
  rows: readonly { id: string; asked: number; right: number }[],
): InsightQuestion[] =>
  rows.flatMap(({ id, asked, right }) => {
    const text = texts.get(id);
    return text ? [{ id, ...text, asked, right }] : [];
  });

/** Every period, also those in which nothing happened. */
export const presentPeriods = (begins: readonly string[], rows: readonly PeriodRow[]): PeriodRow[] => {
  const byBegin = new Map(rows.map((row) => [row.begins, row]));
  return begins.map((day) => byBegin.get(day) ?? { begins: day, enrolments: 0, completions: 0 });
};
