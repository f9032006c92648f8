import {
  type Funnel,
  funnelSteps,
  type InsightFunnel,
  type InsightQuestion,
} from '#contract/schemas/insight.ts';
import { questionBanks } from '#quizzes/question-banks.ts';
import type { CourseStepsRow, PeriodRow, StepCounts } from './query.ts';

const presentSteps = (row: StepCounts): Funnel =>
  Object.fromEntries(funnelSteps.map((step) => [step, row[step]])) as Funnel;

/** Converts rows to JSON. @param courseCount the number of all courses, including those that are not in `courses`. */
export const presentFunnel = (
  school: StepCounts,
  courses: readonly CourseStepsRow[],
  courseCount: number,
): InsightFunnel => ({
  school: presentSteps(school),
  courses: courses.map((row) => ({
    ...{ _id: row.id, code: row.code, name: row.name, withdrawn: row.withdrawn },
    steps: presentSteps(row),
  })),
  more: courseCount - courses.length,
});

const questionsById = new Map(
  questionBanks.flatMap(({ code, choice }) =>
    choice.map(({ id, question }) => [id, { code, question }] as const),
  ),
);

/** Converts rows to JSON, without questions that are no longer in the question banks, because their text is unknown. */
export const presentQuestions = (
  rows: readonly { id: string; asked: number; right: number }[],
): InsightQuestion[] =>
  rows.flatMap(({ id, asked, right }) => {
    const question = questionsById.get(id);
    return question ? [{ id, ...question, asked, right }] : [];
  });

/** Returns a row for each period, with zeros for periods without activity. */
export const presentPeriods = (starts: readonly string[], rows: readonly PeriodRow[]): PeriodRow[] => {
  const byStart = new Map(rows.map((row) => [row.begins, row]));
  return starts.map((start) => byStart.get(start) ?? { begins: start, enrolments: 0, completions: 0 });
};
