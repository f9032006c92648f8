import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { DomainEvent, DomainEventType } from '#events/catalogue/catalogue.ts';
import { streamId } from '#events/catalogue/stream-id.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import { openReader } from '#events/log/read/reader.ts';
import { openPool } from '#platform/postgres/pool.ts';
import { afterTests } from '#platform/testing/close-after-tests.ts';
import { createTestDatabase } from '#platform/testing/test-database.ts';
import { openWriter } from '#projector/connection/writer.ts';
import { insight } from '#projector/models/insight/insight.ts';
import { advance } from '#projector/runner/advance.ts';
import {
  loadHourSums,
  loadPeriodSums,
  loadQuestionSums,
  loadSchoolSteps,
} from '#read-api/resources/insight/query.ts';
import { seedDemoSchool } from './seed-demo-school.ts';

/** The queries of docs/analysis.md. The tests run them on the demo school as an analyst, and compare the results with counts of its events. */
const queries = new Map(
  [...readFileSync('docs/analysis.md', 'utf8').matchAll(/```sql ([a-z-]+)\n([\s\S]*?)```/g)].map(
    ([, name = '', sql = '']) => [name, sql],
  ),
);

const { url } = await createTestDatabase();
// Analysts see an event when its hour is over. The year ends before today, so they see all its events.
await seedDemoSchool({ databaseUrl: url, masterKey: randomBytes(32), now: new Date() });
const owner = openPool({ connectionString: url, maxConnections: 1 });
const analyst = openPool({ connectionString: url, role: 'lyceum_analyst', maxConnections: 1 });
afterTests(() => Promise.all([owner.end(), analyst.end()]));
const reader = openReader({ pool: owner, vault: null });
const events: RecordedEvent[] = [];
for (let page = await reader.readPage(0, 2_000); page.events.length > 0; ) {
  events.push(...page.events);
  page = await reader.readPage(events.length, 2_000);
}
await reader.close();

const runQuery = async (name: string) => {
  const sql = queries.get(name);
  if (!sql) throw new Error(`docs/analysis.md has no query ${name}.`);
  return (await analyst.query(sql)).rows;
};
const eventsOf = <T extends DomainEventType>(type: T) =>
  events.filter((event): event is RecordedEvent<Extract<DomainEvent, { type: T }>> => event.type === type);
/** Analysts see the time of an event rounded down to the hour. */
const hourOf = (time: Date) => Math.floor(time.getTime() / 3_600_000) * 3_600_000;
/** Rounds a number as the queries do, which return text. */
const round = (value: number, digits: number) => value.toFixed(digits);
/** Returns a text that identifies one student in one course. */
const learnerInCourse = ({ data }: { data: { userId: string; courseId: string } }) =>
  `${data.userId} ${data.courseId}`;

test('docs/analysis.md contains exactly the queries that are tested here', () => {
  expect([...queries.keys()].sort()).toEqual([
    'drop-off',
    'hardest-question',
    'hours',
    'ratings-over-time',
    'time-to-complete',
  ]);
});

test('counts how often students completed each module of a course, and the share of started courses', async () => {
  const started = new Set(eventsOf('CourseStarted').map(learnerInCourse)).size;
  const expected = [1, 2, 3, 4, 5].map((module) => {
    const learners = new Set(
      eventsOf('ModuleCompleted')
        .filter(({ data }) => data.module === module)
        .map(learnerInCourse),
    ).size;
    return { module, learners: `${learners}`, percent: round((100 * learners) / started, 1) };
  });
  expect(await runQuery('drop-off')).toEqual(expected);
  expect(Number(expected[0]?.learners)).toBeGreaterThan(Number(expected[4]?.learners));
});

test('computes the median time from the start of a course to its completion, the longest first', async () => {
  const began = new Map(
    eventsOf('CourseStarted')
      .toReversed()
      .map((event) => [learnerInCourse(event), event.recordedAt]),
  );
  const durationsMs = new Map<string, number[]>();
  for (const event of eventsOf('ModuleCompleted').filter(({ data }) => data.module === 5)) {
    const start = began.get(learnerInCourse(event));
    if (!start) throw new Error('A course was completed that had not been started.');
    const durationMs = hourOf(event.recordedAt) - hourOf(start);
    const { courseId } = event.data;
    durationsMs.set(courseId, [...(durationsMs.get(courseId) ?? []), durationMs]);
  }
  const names = new Map(eventsOf('CourseAdded').map(({ stream, data }) => [streamId(stream), data.name]));
  const rows = await runQuery('time-to-complete');
  expect(new Map(rows.map((row) => [row.name, Number(row.completed)]))).toEqual(
    new Map([...durationsMs].map(([id, durations]) => [names.get(id), durations.length])),
  );
  const medianMinutes = rows.map(
    ({ median }) => ((median.days ?? 0) * 24 + (median.hours ?? 0)) * 60 + (median.minutes ?? 0),
  );
  expect(medianMinutes).toEqual(medianMinutes.toSorted((one, other) => other - one));
  const [longest] = rows;
  const [id = ''] = [...names].find(([, name]) => name === longest.name) ?? [];
  const sorted = (durationsMs.get(id) ?? []).toSorted((one, other) => one - other);
  // The mean of the two middle values, which are the same value if the number of values is odd.
  const medianMs =
    ((sorted[Math.floor((sorted.length - 1) / 2)] ?? 0) + (sorted[Math.ceil((sorted.length - 1) / 2)] ?? 0)) /
    2;
  expect(medianMinutes[0]).toBe(Math.floor(medianMs / 60_000));
});

test('finds the hardest quiz questions', async () => {
  const finished = new Map(eventsOf('QuizFinished').map(({ data }) => [data.attemptId, data]));
  const tally = new Map<string, { asked: number; right: number }>();
  for (const { data } of eventsOf('QuizStarted').filter((one) => one.data.kind === 'mcq')) {
    const finish = finished.get(data.attemptId);
    if (!finish || finish.late || finish.right === null) continue;
    for (const id of data.questionIds) {
      const before = tally.get(id) ?? { asked: 0, right: 0 };
      tally.set(id, { asked: before.asked + 1, right: before.right + (finish.right.includes(id) ? 1 : 0) });
    }
  }
  const rows = await runQuery('hardest-question');
  expect(rows.length).toBeGreaterThan(20);
  expect(new Map(rows.map(({ question, ...row }) => [question, row]))).toEqual(
    new Map(
      [...tally].map(([id, { asked, right }]) => [
        id,
        { asked: `${asked}`, percent_right: round((100 * right) / asked, 1) },
      ]),
    ),
  );
  const percents = rows.map((row) => Number(row.percent_right));
  expect(percents).toEqual(percents.toSorted((one, other) => one - other));
});

test('computes ratings by month and modules by hour', async () => {
  const allReviews = [...eventsOf('ReviewSubmitted'), ...eventsOf('ReviewRevised')];
  const months = Map.groupBy(allReviews, ({ recordedAt }) => recordedAt.toISOString().slice(0, 7));
  const rows = await runQuery('ratings-over-time');
  expect(rows.map(({ month, ratings: count }) => [month, count])).toEqual(
    [...months].map(([month, reviews]) => [month, `${reviews.length}`]).sort(),
  );
  for (const { month, mean } of rows) {
    const reviews = months.get(month) ?? [];
    const sum = reviews.reduce((total, { data }) => total + data.rating, 0);
    expect(Number(mean)).toBeCloseTo(sum / reviews.length, 1);
  }
  const hours = Map.groupBy(eventsOf('ModuleCompleted'), ({ recordedAt }) => recordedAt.getUTCHours());
  expect(await runQuery('hours')).toEqual(
    [...hours]
      .toSorted(([one], [other]) => one - other)
      .map(([hour, modules]) => ({ hour, modules: `${modules.length}` })),
  );
});

test('the statistics of the insight page match the queries and the events', async () => {
  const writer = await openWriter({
    connectionString: url,
    role: 'lyceum_projector',
    schema: 'read',
    applicationName: 'analysis test',
  });
  await advance(writer.db, [insight], { after: 0, to: events.length, events });
  const steps = await loadSchoolSteps(writer.db);
  expect((await runQuery('drop-off')).map(({ learners }) => learners)).toEqual(
    [steps.module1, steps.module2, steps.module3, steps.module4, steps.module5].map(String),
  );
  expect(steps.started).toBe(new Set(eventsOf('CourseStarted').map(learnerInCourse)).size);
  expect(steps.enrolled).toBe(new Set(eventsOf('StudentEnrolled').map(learnerInCourse)).size);
  expect(steps.certificate).toBe(eventsOf('CertificateIssued').length);

  const questions = await loadQuestionSums(writer.db, 1_000);
  expect(
    new Map(questions.map(({ id, asked, right }) => [id, [`${asked}`, round((100 * right) / asked, 1)]])),
  ).toEqual(
    new Map(
      (await runQuery('hardest-question')).map((row) => [row.question, [row.asked, row.percent_right]]),
    ),
  );

  const span = { from: '2000-01-01', to: '2099-12-31' };
  const byHour = new Map<number, number>();
  for (const { hour, modules } of await loadHourSums(writer.db, 'UTC', span))
    byHour.set(hour, (byHour.get(hour) ?? 0) + modules);
  const hours = [...byHour].filter(([, modules]) => modules > 0).toSorted(([one], [other]) => one - other);
  expect(hours.map(([hour, modules]) => ({ hour, modules: `${modules}` }))).toEqual(await runQuery('hours'));

  const lastModules = eventsOf('ModuleCompleted').filter(({ data }) => data.module === 5);
  const monthOf = (event: RecordedEvent) => `${event.recordedAt.toISOString().slice(0, 7)}-01`;
  const months = await loadPeriodSums(writer.db, 'UTC', span, 'month');
  for (const { begins, enrolments, completions } of months)
    expect([begins, enrolments, completions]).toEqual([
      begins,
      eventsOf('StudentEnrolled').filter((event) => monthOf(event) === begins).length,
      lastModules.filter((event) => monthOf(event) === begins).length,
    ]);
  expect(months.reduce((sum, { completions }) => sum + completions, 0)).toBe(lastModules.length);
  await writer.close();
});
