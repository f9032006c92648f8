import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import { expect, test, vi } from 'vitest';
import { formatCertificateNumber } from '#contract/certificate-number.ts';
import { endpoints } from '#contract/endpoints.ts';
import { loadPseudonyms } from '#events/pseudonyms/pseudonyms.ts';
import { createSealer } from '#events/seals/sealer.ts';
import { backdateEvents } from '#events/testing/test-log.ts';
import { bookmarkIdOf, enrolmentIdOf, reviewIdOf } from '#platform/identity/record-ids.ts';
import { openPool } from '#platform/postgres/pool.ts';
import { afterTests } from '#platform/testing/close-after-tests.ts';
import { longWait } from '#platform/testing/long-wait.ts';
import { openLiveSchool } from '#testing/live-school.ts';
import type { TestUser } from '#testing/school.ts';
import { createTemporaryFolder, runAt } from './testing/example-log.ts';
import {
  linkByCoincidence,
  linkByValues,
  type PublicFact,
  type SourceRow,
} from './testing/re-identification.ts';

/**
 * These tests attack the pseudonyms: they join the data that analysts get with the answers and messages that the public gets. Only
 * students are protected. Instructors and Admins act in public, so the names behind their pseudonyms can be found (docs/privacy.md).
 */
const live = await openLiveSchool();
const { school } = live;
const { pool } = school.log;
school.isProjectionPaused = true;
const visitor = await live.connect(null);
const { ada, ina } = await school.registerAll({ ada: 'Admin', ina: 'Instructor' });
const students = await school.registerAll({
  sam: 'Student',
  eve: 'Student',
  tom: 'Student',
  kim: 'Student',
  leo: 'Student',
});
const courseIds = [
  await school.addCourse('Optics for all', { instructor: 'ina', instructorId: ina.id }),
  await school.addCourse('Statics for all', { instructor: 'ina', instructorId: ina.id }),
];
const certificateNumbers: string[] = [];
const reviews: Awaited<ReturnType<typeof school.review>>[] = [];

const issueCertificate = async (name: string, { id: userId }: TestUser, courseId: string) => {
  const number = formatCertificateNumber(2026, randomBytes(11));
  certificateNumbers.push(number);
  await school.append(`enrolment-${enrolmentIdOf(userId, courseId)}`, {
    type: 'CertificateIssued',
    data: {
      userId,
      courseId,
      number,
      courseName: 'A course',
      courseCode: 'CSE',
      instructor: 'ina',
      studentName: name,
      nameCommitment: null,
      nameSalt: '00',
    },
  });
};

// Every student completes every course, gets a certificate and writes a review. The public sees the certificate and the review with
// the student's name.
for (const [index, [name, student]] of Object.entries(students).entries())
  for (const courseId of courseIds) {
    await school.bookmark(student, courseId);
    const enrolment = await school.enrol(student, courseId);
    await enrolment.start();
    for (const module of [1, 2, 3, 4, 5]) await enrolment.complete(module);
    await issueCertificate(name, student, courseId);
    reviews.push(await school.review(student, courseId, index + 3, `The words of ${name}.`));
  }
// The instructor writes to one student. Neither the public nor analysts may learn to whom.
await school.message(ina, 'A word to Sam only.', courseIds[0] ?? '', [students.sam]);
await reviews[0]?.revise({ rating: 2 });
await reviews[2]?.remove();
await reviews[2]?.restore();

/** Seals and projects all events, and makes them old enough for analysts. */
const publishEvents = async () => {
  await backdateEvents(school.log);
  await createSealer({ pool }).sealUpTo();
  await school.project();
};
await publishEvents();

/** Sends every public GET. If it has a parameter, sends it with each course id, or with each certificate number. */
const readPublicAnswers = async (): Promise<SourceRow[]> => {
  const paths = Object.values(endpoints)
    .filter(({ method, access }) => method === 'GET' && access === 'anyone')
    .flatMap(({ path }) => {
      if (!/\{\w+\}/.test(path)) return [path];
      const ids = path.startsWith('/verify') ? certificateNumbers : courseIds;
      return ids.map((id) => path.replace(/\{\w+\}/, id));
    });
  const answers = await Promise.all(
    paths.map(async (source) => ({ source, row: { answer: await live.getJson(source) } })),
  );
  expect(answers.length).toBeGreaterThan(15);
  return answers;
};

/** Returns the objects with a name, at any depth. */
const findNamedObjects = (source: string, value: unknown): PublicFact[] => {
  if (typeof value !== 'object' || value === null) return [];
  const row = value as Record<string, unknown>;
  const name = row.userName ?? row.studentName;
  return typeof name === 'string'
    ? [{ source, row, name }]
    : Object.values(row).flatMap((inner) => findNamedObjects(source, inner));
};

const answers = await readPublicAnswers();
await vi.waitFor(() => expect(visitor.messages.at(-1)?.kind).toBe('review-added'), longWait);
/** All public answers and live messages that show the name of a student. */
const facts = [
  ...answers.flatMap(({ source, row }) => findNamedObjects(source, row)),
  ...visitor.messages.flatMap(({ position, kind, data }) =>
    findNamedObjects(kind, data).map((fact) => ({ ...fact, row: { ...fact.row, position } })),
  ),
];
/** Public data about courses and the school. Its content identifies no student. */
const impersonal = [
  ...answers.filter(({ source }) => !/^\/(?:reviews|verify)/.test(source)),
  ...visitor.messages
    .filter(({ kind }) => kind.startsWith('course-'))
    .map(({ kind, ...row }) => ({ source: kind, row })),
];

/** Adds a fact: a visitor sees at which position and time all reviews under a name change or disappear. */
const observe = async (name: string, position: number) => {
  await publishEvents();
  const { rows } = await pool.query('select position, recorded_at from log.events where position = $1', [
    position,
  ]);
  facts.push({ name, source: 'a change of all reviews', row: { position, ...rows[0] } });
};
const profile = { name: 'tommy', imageUrl: '/other.svg' };
await observe(
  'tom',
  await school.append(`user-${students.tom.id}`, { type: 'UserProfileEdited', data: profile }),
);
await observe('leo', await school.removeUser(students.leo));

const pseudonyms = await loadPseudonyms(pool);
/** The name of a student, by each id and pseudonym of the student and of their records. */
const ownersById = new Map(
  Object.entries(students).flatMap(([name, { id }]) =>
    [
      id,
      ...courseIds.flatMap((courseId) => {
        const enrolmentId = enrolmentIdOf(id, courseId);
        return [bookmarkIdOf(id, courseId), enrolmentId, reviewIdOf(enrolmentId)];
      }),
    ].flatMap((recordId) => [recordId, pseudonyms(recordId)].map((known) => [known, name] as const)),
  ),
);
const attackWith = (rows: readonly SourceRow[]) => ({
  facts,
  rows,
  impersonal,
  ownerOf: (id: string) => ownersById.get(id),
});

const analystPool = openPool({ connectionString: school.url, role: 'lyceum_analyst', maxConnections: 1 });
afterTests(() => analystPool.end());

/** Lists all tables and views that analysts may read, apart from PostgreSQL's own. */
const listReadableRelations = async (): Promise<string[]> => {
  const { rows } = await analystPool.query<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
       where relkind = any ('{r,v,m,p,f}') and nspname not in ('pg_catalog', 'information_schema')
         and has_schema_privilege(relnamespace, 'usage') and has_any_column_privilege(pg_class.oid, 'select') order by 1`,
  );
  return rows.map(({ name }) => name);
};

const readAsAnalyst = async (): Promise<SourceRow[]> => {
  const allRows: SourceRow[] = [];
  for (const source of await listReadableRelations()) {
    const { rows } = await analystPool.query(`select * from ${source}`);
    allRows.push(...rows.map((row) => ({ source, row })));
  }
  return allRows;
};

const parseLines = (source: string, ndjson: string): SourceRow[] =>
  ndjson
    .trim()
    .split('\n')
    .map((line) => ({ source, row: JSON.parse(line) }));

test('finds every student in the stored events, which shows that the attack works', async () => {
  const stored = await pool.query('select position, stream, data from log.events');
  const envelopes = await pool.query('select position, recorded_at, type from log.events');
  const rows = [...stored.rows, ...envelopes.rows].map((row) => ({ source: 'log.events', row }));
  const links = linkByValues(attackWith(rows));
  for (const name of Object.keys(students)) expect(links).toContain(`${name} is ${name} in log.events`);
});

test('lets analysts read views and replays, but call no functions of Lyceum', async () => {
  const replayed = await runAt(school.url, 'replay --schema then');
  expect(replayed.code, replayed.err).toBe(0);
  const relations = await listReadableRelations();
  expect(relations.filter((name) => !/^(?:analysis|"then")\./.test(name))).toEqual([]);
  expect(relations.length).toBeGreaterThan(40);
  const { rows } = await analystPool.query(
    `select proname from pg_proc where pronamespace::regnamespace::text not in ('pg_catalog', 'information_schema', 'public')
       and has_schema_privilege(pronamespace, 'usage') and has_function_privilege(oid, 'execute')`,
  );
  expect(rows).toEqual([]);
});

test('links no student to a pseudonym in views and replays', async () => {
  const rows = await readAsAnalyst();
  expect(rows.length).toBeGreaterThan(200);
  expect(linkByValues(attackWith(rows))).toEqual([]);
  expect(linkByCoincidence(attackWith(rows))).toEqual([]);
});

test('links no student to a pseudonym in exports and the answer of GET /log', async () => {
  const folder = createTemporaryFolder();
  const file = folder.file('log.ndjson');
  const exported = await runAt(school.url, `export --out ${file}`);
  expect(exported.code, exported.err).toBe(0);
  const rows = [
    ...parseLines('export', readFileSync(file, 'utf8')),
    ...parseLines('GET /log', await (await live.get('/log', ada)).text()),
    ...(await readAsAnalyst()),
  ];
  const messages = rows.filter(({ row }) => row.type === 'StudentMessagePosted');
  expect(messages.map(({ row }) => row.data)).toMatchObject(
    Array(2).fill({ courseId: courseIds[0], text: null, recipientIds: null }),
  );
  expect(JSON.stringify(rows)).not.toContain('A word to Sam only.');
  expect(linkByValues(attackWith(rows))).toEqual([]);
  expect(linkByCoincidence(attackWith(rows))).toEqual([]);
});

test('refuses analysts the commands that read the log', async () => {
  const analystUrl = new URL(school.url);
  const login = `analyst_${randomBytes(6).toString('hex')}`;
  await pool.query(`create role ${login} login password 'secret' in role lyceum_analyst`);
  afterTests(() => pool.query(`drop role ${login}`));
  analystUrl.username = login;
  analystUrl.password = 'secret';
  for (const line of ['export', 'replay', 'stats']) {
    const { code, out, err } = await runAt(analystUrl.href, line);
    expect([code, out], err).toEqual([3, '']);
    expect(err).toContain('permission denied');
  }
});

test('shows analysts an event only when its hour is over', async () => {
  const count = async () =>
    (await analystPool.query('select count(*)::int as count from analysis.course_bookmarked')).rows[0].count;
  const before = await count();
  await school.bookmark(students.sam, await school.addCourse('New'));
  expect(await count()).toBe(before);
  await backdateEvents(school.log);
  expect(await count()).toBe(before + 1);
});

test('sends no ids of students or of their records in database notifications', async () => {
  const analyst = new Client({ connectionString: school.url });
  afterTests(() => analyst.end());
  await analyst.connect();
  await analyst.query('set role lyceum_analyst');
  const received: { channel: string; payload?: string }[] = [];
  analyst.on('notification', (notification) => received.push(notification));
  const { rows: channels } = await pool.query<{ channel: string }>(
    `select distinct found[1] as channel from pg_proc, regexp_matches(prosrc, 'pg_notify\\(''(\\w+)''', 'g') as found
       union values ('lyceum_log'), ('lyceum_checkpoint')`,
  );
  for (const { channel } of channels) await analyst.query(`listen ${channel}`);
  const { sam, kim } = students;
  const client = await live.connect(sam);
  await client.attend({ at: 'course', courseId: courseIds[0] ?? '' });
  await pool.query('select state.see_announcements($1, 5)', [sam.id]);
  await pool.query('select vault.destroy($1)', [[kim.id]]);
  await school.bookmark(sam, courseIds[1] ?? '');
  await expect
    .poll(() => new Set(received.map(({ channel }) => channel)))
    .toEqual(new Set(channels.map(({ channel }) => channel)));
  const ids = received.flatMap(({ payload }) => payload?.match(/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? []);
  expect(ids.filter((id) => ownersById.has(id))).toEqual([]);
});
