import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { Client } from 'pg';
import { afterEach, expect, test } from 'vitest';
import { fetchToken, sendCommand } from '#e2e/support/api-calls.ts';
import { fetchWithRetry } from '#e2e/support/fetch-with-retry.ts';
import { type Product, startProduct, stopProduct } from '#e2e/support/product/start-product.ts';
import { startReadNode } from '#e2e/support/product/start-read-node.ts';
import {
  listAddresses,
  type ParameterValues,
  type Requester,
  readAnswers,
} from '#e2e/support/removal/read-answers.ts';
import { readLiveUpdates } from '#e2e/support/removal/read-live-updates.ts';
import { readExports, readFiles, readTables, type TextSources } from '#e2e/support/removal/read-storage.ts';
import {
  createSchoolWithTraces,
  type SchoolUser,
  type SchoolWithTraces,
  sendInvalidRequests,
} from '#e2e/support/removal/school-with-traces.ts';
import { foundNames, searchAll } from '#e2e/support/removal/traces.ts';
import { findPostgresServer } from '#platform/postgres-server/server.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).toReversed()) await cleanUp();
});

const findDatabaseUrl = async (product: Product): Promise<string> => {
  const url = await findPostgresServer(join(product.dataFolder, 'postgres'));
  if (url === null) throw new Error('The product has no PostgreSQL.');
  return url;
};

const runQuery = async <R extends object>(
  databaseUrl: string,
  sql: string,
  values: unknown[] = [],
): Promise<R[]> => {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query<R>(sql, values)).rows;
  } finally {
    await client.end();
  }
};

/** Waits until the read models have applied all events, and all reactions to removals are done. One of the reactors deletes the identity. */
const waitUntilSettled = (databaseUrl: string) =>
  expect
    .poll(() =>
      runQuery(
        databaseUrl,
        `select (select bool_and(position >= head) from read.checkpoints)
             and (select bool_and(position >= removal) from read.reactors)
             and not exists (select from read.reactions) as done
         from (select max(position) as head, coalesce(max(position) filter (where type = 'UserRemoved'), 0) as removal
           from log.events) as log`,
      ),
    )
    .toEqual([{ done: true }]);

const createParameterValues = ({ leaver, ids, traces, instructor }: SchoolWithTraces): ParameterValues => ({
  email: [leaver.email, instructor.email],
  userEmail: [leaver.email],
  id: [ids.course, ids.enrolment, ids.review, ...ids.notes, ...ids.quizzes, leaver.id, ids.announcement],
  number: [ids.certificate],
  seals: ['1'],
  courseId: [ids.course, ids.enrolment],
  course: [ids.course],
  person: [leaver.id],
  withoutReadingsBy: [leaver.id],
  record: [
    `user-${leaver.id}`,
    `enrolment-${ids.enrolment}`,
    `review-${ids.review}`,
    'admins',
    ...ids.notes.map((id) => `note-${id}`),
    ...ids.quizzes.map((id) => `quiz-${id}`),
  ],
  searchParams: [traces.name ?? '', 'Leaving'],
  state: ['waiting', 'marked', 'not-started', 'learning', 'completed', 'certified'],
  search: [traces.name ?? ''],
  ids: [ids.course],
  instructorId: [instructor.id, leaver.id],
  instructorName: [traces.name ?? ''],
  alsoByName: ['true'],
  withoutQuestions: ['true'],
  userTypes: ['Student'],
  hasRoleRequest: ['true'],
  studentId: [leaver.id],
  type: ['UserRegistered', 'NoteTaken'],
  // A moment at which all of these records existed.
  asOf: [new Date().toISOString()],
});

const downloadOwnData = async (url: string, { token }: SchoolUser): Promise<TextSources> => {
  const answer = await fetchWithRetry(`${url}/me/data`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ timeZone: 'Europe/Athens' }),
  });
  if (!answer.ok) return new Map([['own copy', await answer.text()]]);
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  return new Map(Object.entries(files).map(([name, bytes]) => [`own copy: ${name}`, strFromU8(bytes)]));
};

test('a search that finds the data of a user finds none of it after the removal', async () => {
  const product = await startProduct({ args: ['--empty'] });
  cleanups.push(() => stopProduct(product));
  const databaseUrl = await findDatabaseUrl(product);
  const { headers } = await fetchWithRetry(`${product.url}/courses`, {});
  const from = { since: 0, logId: headers.get('log-id') ?? '' };
  const school = await createSchoolWithTraces(product);
  const { leaver, admin, instructor, bystander, traces } = school;
  const refusals = await sendInvalidRequests(product.url, leaver);
  await waitUntilSettled(databaseUrl);

  const requesters: Requester[] = [
    { name: 'a visitor', token: null },
    { name: 'a student', token: bystander.token },
    { name: 'the instructor', token: instructor.token },
    { name: 'the admin', token: admin.token },
    { name: 'themselves', token: leaver.token },
  ];
  const addresses = [
    ...listAddresses(createParameterValues(school)),
    '/metrics',
    '/configuration.json',
    '/openapi.json',
    '/robots.txt',
    '/sitemap.xml',
  ];
  const collect = async () => ({
    tables: await readTables(databaseUrl),
    answers: await readAnswers(product.url, requesters, addresses),
    copy: await downloadOwnData(product.url, leaver),
    live: await readLiveUpdates(product.url, requesters, from),
    files: readFiles(product.dataFolder),
    printed: new Map([['what the product printed', product.printed()]]),
  });

  const before = await collect();
  const foundIn = (sources: TextSources) => foundNames(searchAll(sources, traces));
  const expected = ['answer', 'email', 'name', 'note', 'photo', 'remark', 'review'];
  expect(foundIn(before.tables)).toEqual(expect.arrayContaining(expected));
  expect(foundIn(before.answers)).toEqual(expected);
  expect(foundIn(before.copy)).toEqual(Object.keys(traces).toSorted());
  expect(foundIn(before.live)).toEqual(expect.arrayContaining(['email', 'name', 'note', 'photo', 'review']));
  expect(foundIn(before.files)).toEqual(expect.arrayContaining(['email']));
  // Logs and refusals never name a person. A path in the logs proves that the logs were read at all.
  for (const sources of [before.printed, refusals]) expect(searchAll(sources, traces)).toEqual({});
  const readLogs = (sources: TextSources) =>
    [...sources].filter(([name]) => name.endsWith('.log')).map(([, content]) => content.toString());
  expect(readLogs(before.files).join('\n')).toContain('/me/removal');
  expect(
    searchAll(new Map(readLogs(before.files).map((text, index) => [`log ${index}`, text])), traces),
  ).toEqual({});

  await sendCommand(product, leaver.token, 'POST', '/me/removal', { email: leaver.email });
  await waitUntilSettled(databaseUrl);
  await expect.poll(() => fetchToken(product, leaver).catch(() => null)).toBeNull();
  await expect.poll(() => searchAll(readFiles(product.dataFolder), traces)).toEqual({});

  const after = await collect();
  for (const [kind, sources] of Object.entries(after)) expect(searchAll(sources, traces), kind).toEqual({});
  // The second search proves something only if it reads about as many sources as the first. At most two may be missing,
  // because some system views cannot always be read.
  for (const kind of ['tables', 'answers', 'live'] as const)
    expect(after[kind].size, kind).toBeGreaterThanOrEqual(before[kind].size - 2);

  const exported = await readExports(databaseUrl, `user-${leaver.id}`);
  expect(searchAll(exported, traces)).toEqual({});
  // The course's name in every log export proves that the exports were read at all.
  const withCourse = Object.keys(searchAll(exported, { course: school.courseName }));
  expect(withCourse).toEqual([...exported.keys()].filter((source) => source.startsWith('log export')));

  // A new node has no caches from before the removal: it reads everything from the database.
  const node = await startReadNode(product, databaseUrl);
  cleanups.push(() => node.kill('SIGTERM'));
  expect(searchAll(await readLiveUpdates(node.url, requesters, from), traces)).toEqual({});
  expect(searchAll(await readAnswers(node.url, requesters, addresses), traces)).toEqual({});
});
