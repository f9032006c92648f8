import type { Kysely } from 'kysely';
import { endpoints } from '#contract/endpoints.ts';
import { type InsightTime, insightLimits } from '#contract/schemas/insight.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import { defineQuery } from '../../query-handler/query-definition.ts';
import { funnelCsv, hoursCsv, questionsCsv, timeCsv } from './csv-files.ts';
import { resolveSpan } from './local-quarters.ts';
import { addDays, listPeriodStarts, nextPeriodStart } from './periods.ts';
import { presentFunnel, presentPeriods, presentQuestions } from './present.ts';
import {
  countCourses,
  loadCourseSteps,
  loadHourSums,
  loadPeriodSums,
  loadQuestionSums,
  loadSchoolSteps,
} from './query.ts';

type Tables = Kysely<ReadTables>;

/** Returns the answer in the requested format. */
const formatAnswer = <B>(format: 'json' | 'csv', body: B, toCsv: (body: B) => string, name: string) =>
  format === 'json'
    ? { body }
    : {
        text: { type: 'text/csv; charset=utf-8', content: toCsv(body) },
        headers: { 'content-disposition': `attachment; filename="lyceum-${name}.csv"` },
      };

/** GET /insight/time */
export const readInsightTime = (tables: Tables) =>
  defineQuery(endpoints.readInsightTime, {
    models: ['insight'],
    answer: async ({ query }) => {
      const { timeZone, by, format } = query;
      const span = await resolveSpan(tables, query);
      const starts = span ? listPeriodStarts(span.from, span.to, by).slice(-insightLimits.periods) : [];
      const [first, last] = [starts[0], starts.at(-1)];
      // The first and the last period are extended to whole periods, because a partial one would look too small.
      const completeSpan = first && last ? { from: first, to: addDays(nextPeriodStart(last, by), -1) } : null;
      const rows = completeSpan ? await loadPeriodSums(tables, timeZone, completeSpan, by) : [];
      const body: InsightTime = { timeZone, by, periods: presentPeriods(starts, rows) };
      return formatAnswer(format, body, timeCsv, 'over-time');
    },
  });

/** GET /insight/hours */
export const readInsightHours = (tables: Tables) =>
  defineQuery(endpoints.readInsightHours, {
    models: ['insight'],
    answer: async ({ query }) => {
      const { timeZone, format } = query;
      const span = await resolveSpan(tables, query);
      const body = { timeZone, hours: span ? await loadHourSums(tables, timeZone, span) : [] };
      return formatAnswer(format, body, hoursCsv, 'hours');
    },
  });

/** GET /insight/funnel */
export const readInsightFunnel = (tables: Tables) =>
  defineQuery(endpoints.readInsightFunnel, {
    models: ['insight', 'courses'],
    answer: async ({ query: { format, limit } }) => {
      const [school, courses, courseCount] = await Promise.all([
        loadSchoolSteps(tables),
        loadCourseSteps(tables, format === 'csv' ? null : limit),
        countCourses(tables),
      ]);
      return formatAnswer(format, presentFunnel(school, courses, courseCount), funnelCsv, 'funnel');
    },
  });

/** GET /insight/questions */
export const readInsightQuestions = (tables: Tables) =>
  defineQuery(endpoints.readInsightQuestions, {
    models: ['insight'],
    answer: async ({ query: { format } }) => {
      const body = presentQuestions(await loadQuestionSums(tables, insightLimits.questions));
      return formatAnswer(format, body, questionsCsv, 'questions');
    },
  });
