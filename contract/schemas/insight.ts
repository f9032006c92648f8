import { z } from 'zod/mini';
import { pageLimit } from '../fields/paging.ts';
import { shownLine } from '../fields/text.ts';
import { timeZoneInQuery } from '../fields/time-zone.ts';
import { courseCode } from './courses.ts';

/** The maximum number of periods in a time span, of courses in a JSON answer, and of questions in an answer. */
export const insightLimits = { periods: 1_100, courses: 200, questions: 500 } as const;

const count = z.int().check(z.nonnegative());
const day = (label: string) => {
  const sentence = `${label} must be a day such as 2026-11-21, from 2000 to 2099.`;
  return z.iso.date({ error: sentence }).check(z.regex(/^20/, { error: sentence }));
};
const format = z._default(z.enum(['json', 'csv'], { error: 'The format must be json or csv.' }), 'json');

/** Days in the reader's calendar, both inclusive. The defaults are the days of the first and the last activity. */
const span = { timeZone: timeZoneInQuery, from: z.optional(day('From')), to: z.optional(day('To')) };
const isForward = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
  from === undefined || to === undefined || from <= to;
const backwardsError = { error: 'From must not be after To.', path: ['to'] };

const dayMs = 86_400_000;
/** Every month counts as 28 days, like the shortest one, so that no long span is counted as too few months. */
const daysPerPeriod = { week: 7, month: 28 } as const;

/** Query of GET /insight/time: whole weeks (from Monday) or months that overlap the span. */
export const insightTimeQuery = z
  .object({
    ...span,
    by: z._default(z.enum(['week', 'month'], { error: 'By must be week or month.' }), 'week'),
    format,
  })
  .check(
    z.refine(isForward, backwardsError),
    z.refine(
      ({ from, to, by }) =>
        from === undefined ||
        to === undefined ||
        (Date.parse(to) - Date.parse(from)) / dayMs / daysPerPeriod[by] < insightLimits.periods,
      { error: 'The time span has too many weeks or months to be shown.', path: ['from'] },
    ),
  );

/** Enrolments, and completions of the fifth module, by period. */
export const insightTime = z.object({
  timeZone: z.string(),
  by: z.enum(['week', 'month']),
  /**
   * The periods of the span in order, by their first day: at most the last 1,100. Empty for an empty span, and if a missing end of the
   * span cannot be derived from any activity.
   */
  periods: z.array(z.object({ begins: z.iso.date(), enrolments: count, completions: count })),
});
export type InsightTime = z.infer<typeof insightTime>;

/** Query of GET /insight/hours. */
export const insightHoursQuery = z.object({ ...span, format }).check(z.refine(isForward, backwardsError));

/** Learning activity by hour of the week, in the reader's time zone. Hours without activity are left out. */
export const insightHours = z.object({
  timeZone: z.string(),
  hours: z.array(
    z.object({
      /** 1 is Monday. */
      weekday: z.int().check(z.gte(1), z.lte(7)),
      hour: z.int().check(z.gte(0), z.lte(23)),
      /** All learning activities. */
      acts: count,
      /** Of these, completed modules. */
      modules: count,
    }),
  ),
});
export type InsightHours = z.infer<typeof insightHours>;

/** The steps from enrolment to certificate, in order. An enrolment that reaches a step has reached all steps before it. */
export const funnelSteps = [
  'enrolled',
  'started',
  'module1',
  'module2',
  'module3',
  'module4',
  'module5',
  'certificate',
] as const;
export type FunnelStep = (typeof funnelSteps)[number];

/** How many enrolments reached each step, in the order of {@link funnelSteps}. */
const steps = z.object({
  enrolled: count,
  started: count,
  module1: count,
  module2: count,
  module3: count,
  module4: count,
  module5: count,
  certificate: count,
} satisfies Record<FunnelStep, z.ZodMiniType>);
export type Funnel = z.infer<typeof steps>;

/** Query of GET /insight/funnel. `limit`: the maximum number of courses listed; a CSV file lists all. */
export const insightFunnelQuery = z.object({
  format,
  limit: z._default(pageLimit(insightLimits.courses), insightLimits.courses),
});
export const insightFunnel = z.object({
  /** All courses together. */
  school: steps,
  /** Courses with the most enrolments first. `withdrawn`: no longer in the catalogue. */
  courses: z.array(
    z.object({
      _id: z.uuid(),
      code: courseCode,
      name: shownLine(),
      withdrawn: z.boolean(),
      steps,
    }),
  ),
  /** How many courses are not listed. */
  more: count,
});
export type InsightFunnel = z.infer<typeof insightFunnel>;

/** Query of GET /insight/questions. */
export const insightQuestionsQuery = z.object({ format });
export const insightQuestions = z.array(
  z.object({
    id: z.string(),
    code: courseCode,
    question: z.string(),
    /** The number of multiple-choice quizzes with this question, without those that were not submitted in time. */
    asked: z.int().check(z.gte(1)),
    /** In how many of these quizzes it was answered correctly. */
    right: count,
  }),
);
export type InsightQuestion = z.infer<typeof insightQuestions>[number];
