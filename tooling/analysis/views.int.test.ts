import { expect, test } from 'vitest';
import { catalogue } from '#events/catalogue/catalogue.ts';
import { examples } from '#events/catalogue/examples.ts';
import { identifyingFieldsOf, personalFieldsOf } from '#events/catalogue/field-marks.ts';
import { createPseudonyms } from '#events/pseudonyms/pseudonyms.ts';
import { appendExamples, backdateEvents, openTestLog } from '#events/testing/test-log.ts';
import { viewName } from './view.ts';
import { expectedViews } from './views.ts';

const log = await openTestLog();
const { pool } = log;
await appendExamples(log);
await backdateEvents(log);

const asAnalyst = async (sql: string): Promise<Record<string, unknown>[]> => {
  const client = await pool.connect();
  try {
    await client.query('set role lyceum_analyst');
    return (await client.query(sql)).rows;
  } finally {
    client.release(true);
  }
};

test('every event type has a view with the columns that its current version prescribes', async () => {
  const { rows } = await pool.query<{ view: string; columns: string[] }>(
    `select table_name::text as view, array_agg(column_name::text order by ordinal_position) as columns
       from information_schema.columns where table_schema = 'analysis' group by 1`,
  );
  const actual = new Map(rows.map(({ view, columns }) => [view, columns]));
  const expected = new Map(
    [...expectedViews()].map(([view, columns]) => [view, columns.map(({ name }) => name)]),
  );
  // If a view is missing or outdated, `npx node tooling/analysis/views.ts Type` prints what a migration must contain.
  expect(actual).toEqual(expected);
  expect(actual.size).toBe(catalogue.size);
});

test('the comment of each view is the summary of its event type', async () => {
  const { rows } = await pool.query<{ view: string; comment: string }>(
    `select relname::text as view, obj_description(oid, 'pg_class') as comment
       from pg_class where relnamespace = 'analysis'::regnamespace and relkind = 'v'`,
  );
  const expected = [...catalogue.values()].map(({ type, summary }) => [viewName(type), summary]);
  // If a summary has changed, a migration must change the comment of the view.
  expect(Object.fromEntries(rows.map(({ view, comment }) => [view, comment]))).toEqual(
    Object.fromEntries(expected),
  );
});

/** Returns the texts in all fields of the examples that are marked as personal or identifying. */
const listHiddenTexts = (): string[] =>
  [...catalogue.values()].flatMap(({ type, schema }) => {
    const hiddenFields = [...personalFieldsOf(schema), ...identifyingFieldsOf(schema)];
    const data: object = examples[type as keyof typeof examples].event.data;
    return Object.entries(data)
      .filter(([name]) => hiddenFields.includes(name))
      .flatMap(([, value]): unknown[] => [value].flat())
      .filter((value) => typeof value === 'string');
  });

test('views contain no text of a personal or identifying field, and no id of a person', async () => {
  const views = [...expectedViews().keys()];
  const seen = await Promise.all(views.map((view) => asAnalyst(`select * from analysis.${view}`)));
  expect(seen.map((rows) => rows.length)).toEqual(views.map(() => 1));
  const text = JSON.stringify(seen);
  const hiddenTexts = listHiddenTexts();
  expect(hiddenTexts.length).toBeGreaterThan(20);
  const { NoteTaken, CourseAdded } = examples;
  for (const word of [...hiddenTexts, NoteTaken.event.data.userId, CourseAdded.event.data.instructorId])
    expect(text).not.toContain(word);
});

test('views show people and records under the pseudonyms that exports use', async () => {
  const { rows } = await pool.query<{ key: Buffer }>('select key from log.pseudonym_key');
  const pseudonyms = createPseudonyms(rows[0]?.key ?? Buffer.alloc(0));
  const { ModuleCompleted, QuizFinished, NoteTaken, UserRegistered } = examples;
  const { userId, courseId, module } = ModuleCompleted.event.data;
  const learner = pseudonyms(userId);
  expect(await asAnalyst('select * from analysis.module_completed')).toMatchObject([
    { learner, module, course_id: courseId },
  ]);
  const { right, score } = QuizFinished.event.data;
  expect(await asAnalyst('select learner, "right", score from analysis.quiz_finished')).toEqual([
    { learner, right, score },
  ]);
  expect(await asAnalyst('select record from analysis.note_taken')).toEqual([
    { record: pseudonyms(NoteTaken.stream.slice('note-'.length)) },
  ]);
  expect(await asAnalyst('select learner from analysis.user_registered')).toEqual([
    { learner: pseudonyms(UserRegistered.stream.slice('user-'.length)) },
  ]);
});

test.each([
  'select data from log.events',
  'select * from log.history',
  'select root from log.seals',
  'select key from log.pseudonym_key',
  'select inner_pad from log.pseudonym_key',
  'select wrapped from vault.keys',
  'select name from read.users',
  'select second from state.playback',
  'create table analysis.mine ()',
])('refuses analysts: %s', async (sql) => {
  await expect(asAnalyst(sql)).rejects.toThrow(/permission denied|does not exist/);
});
