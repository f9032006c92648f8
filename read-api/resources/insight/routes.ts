import type { Kysely } from 'kysely';
import { calls } from '#contract/calls.ts';
import { type InsightTime, insightLimits } from '#contract/insight.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import { queryOf } from '../../query-handler/answer.ts';
import { beginOf, daysLater, nextBegin, periodsOf } from './days.ts';
import { funnelFile, hoursFile, questionsFile, timeFile } from './files.ts';
import { spanOf } from './local-quarters.ts';
import { presentFunnel, presentPeriods, presentQuestions } from './present.ts';
import { countCourses, courseSteps, hourSums, periodSums, questionSums, schoolSteps } from './query.ts';

type Tables = Kysely<ReadTables>;
type Format = 'json' | 'csv';

/** The answer as it is asked for: itself, or as a file. */
const inFormat = <B>(format: Format, body: B, file: (body: B) => string, name: string) =>
  format === 'json'
    ? { body }
    : {
        text: { type: 'text/csv; charset=utf-8', content: file(body) },
        headers: { 'content-disposition': `attachment; filename="lyceum-${name}.csv"` },
      };

/** GET /insight/time */
export const readInsightTime = (tables: Tables) =>
  queryOf(calls.readInsightTime, {
    models: ['insight'],
    answer: async ({ query }) => {
      const { timeZone, by, format } = query;
      const span = await spanOf(tables, query);
      const begins = span ? periodsOf(span.from, span.to, by).slice(-insightLimits.periods) : [];
      const [first, last] = [begins[0], begins.at(-1)];
      // Whole periods, so that the first one is not a small one.
      const whole =
        first && last ? { from: beginOf(first, by), to: daysLater(nextBegin(last, by), -1) } : null;
      const rows = whole ? await periodSums(tables, timeZone, whole, by) : [];
      const body: InsightTime = { timeZone, by, periods: presentPeriods(begins, rows) };
      return inFormat(format, body, timeFile, 'over-time');
    },
  });

/** GET /insight/hours */
export const readInsightHours = (tables: Tables) =>
  queryOf(calls.readInsightHours, {
    models: ['insight'],
    answer: async ({ query }) => {
      const { timeZone, format } = query;
      const span = await spanOf(tables, query);
      const body = { timeZone, hours: span ? await hourSums(tables, timeZone, span) : [] };
      return inFormat(format, body, hoursFile, 'hours');
    },
  });

/** GET /insight/funnel */
export const readInsightFunnel = (tables: Tables) =>
  queryOf(calls.readInsightFunnel, {
    models: ['insight', 'courses'],
    answer: async ({ query: { format } }) => {
      const [school, courses, all] = await Promise.all([
        schoolSteps(tables),
        courseSteps(tables, format === 'csv' ? null : insightLimits.courses),
        countCourses(tables),
      ]);
      return inFormat(format, presentFunnel(school, courses, all), funnelFile, 'funnel');
    },
  });

/** GET /insight/questions */
export const readInsightQuestions = (tables: Tables) =>
  queryOf(calls.readInsightQuestions, {
    models: ['insight'],
    answer: async ({ query: { format } }) => {
      const body = presentQuestions(await questionSums(tables, insightLimits.questions));
      return inFormat(format, body, questionsFile, 'questions');
    },
  });
