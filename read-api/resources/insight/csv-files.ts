import { byteOrderMark, formatCsvRow } from '#contract/csv.ts';
import {
  type Funnel,
  funnelSteps,
  type InsightFunnel,
  type InsightHours,
  type InsightQuestion,
  type InsightTime,
} from '#contract/schemas/insight.ts';

const toCsv = (header: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  byteOrderMark + [header, ...rows].map((row) => formatCsvRow(row.map(String))).join('');

const toPercent = (part: number, total: number): string =>
  total === 0 ? '' : ((100 * part) / total).toFixed(1);

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** Returns the answer of GET /insight/time as a CSV file. */
export const timeCsv = ({ by, periods, timeZone }: InsightTime): string =>
  toCsv(
    [by === 'week' ? 'Week from' : 'Month from', 'Enrolments', 'Completions', 'Time zone'],
    periods.map(({ begins, enrolments, completions }) => [begins, enrolments, completions, timeZone]),
  );

/** Returns the answer of GET /insight/hours as a CSV file. */
export const hoursCsv = ({ hours, timeZone }: InsightHours): string => {
  const byHour = new Map(hours.map((row) => [`${row.weekday} ${row.hour}`, row]));
  const rows = weekdays.flatMap((name, index) =>
    Array.from({ length: 24 }, (_, hour) => {
      const { acts = 0, modules = 0 } = byHour.get(`${index + 1} ${hour}`) ?? {};
      return [name, hour, acts, modules, timeZone];
    }),
  );
  return toCsv(['Weekday', 'Hour', 'Learning activities', 'Completed modules', 'Time zone'], rows);
};

const stepNames = [
  'Enrolled',
  'Started',
  'Module 1',
  'Module 2',
  'Module 3',
  'Module 4',
  'Module 5',
  'Certificate',
];
const stepCells = (steps: Funnel) => funnelSteps.map((step) => steps[step]);

/** Returns the answer of GET /insight/funnel as a CSV file. */
export const funnelCsv = ({ school, courses }: InsightFunnel): string =>
  toCsv(
    ['Course', 'Code', 'In the catalogue', ...stepNames],
    [
      ['All courses', '', '', ...stepCells(school)],
      ...courses.map(({ name, code, withdrawn, steps }) => [
        ...[name, code, withdrawn ? 'no' : 'yes'],
        ...stepCells(steps),
      ]),
    ],
  );

/** Returns the answer of GET /insight/questions as a CSV file. */
export const questionsCsv = (questions: readonly InsightQuestion[]): string =>
  toCsv(
    ['Question', 'Department', 'Times asked', 'Answered correctly', 'Percent correct', 'Id'],
    questions.map(({ id, code, question, asked, right }) => [
      ...[question, code, asked, right, toPercent(right, asked), id],
    ]),
  );
