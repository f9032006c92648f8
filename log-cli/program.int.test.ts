import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { catalogue } from '#events/catalogue/catalogue.ts';
import { examples } from '#events/catalogue/examples.ts';
import { personalFieldsOf } from '#events/catalogue/field-marks.ts';
import { createPseudonyms } from '#events/pseudonyms/pseudonyms.ts';
import { inheritedEnvironment } from '#platform/testing/inherited-environment.ts';
import { readParquet } from '#platform/testing/read-parquet.ts';
import { readByType } from './commands/read-by-type.ts';
import type { ExportedEvent } from './formats/exported-event.ts';
import { exampleCount, openExampleLog, runAt } from './testing/example-log.ts';

const log = await openExampleLog();

const parse = (ndjson: string): ExportedEvent[] =>
  ndjson
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** Runs Node in a process of its own, on the log. */
const startNode = (...args: string[]) => {
  const child = spawn(process.execPath, args, {
    env: { ...inheritedEnvironment(), DATABASE_URL: log.url },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  return { child, output: () => ({ out, err }), closed: once(child, 'close') };
};

/** Runs the command line in a process of its own. */
const start = (...args: string[]) => startNode('log-cli/main.ts', ...args);

const partialFiles = (file: string) => readdirSync(dirname(file)).filter((name) => name.endsWith('.partial'));

test('exports the whole log by type, with the same data in every format', async () => {
  const { code, out, err } = await log.run('export');
  expect(code, err).toBe(0);
  const events = parse(out);
  expect(events.map(({ type, ordinal }) => [type, ordinal])).toEqual(
    Object.keys(examples)
      .sort()
      .map((type) => [type, 1]),
  );

  const parquet = log.file('log.parquet');
  const written = await log.run(`export --format parquet --out ${parquet}`);
  expect(written).toMatchObject({ code: 0, err: `${exampleCount} events written to ${parquet}.\n` });
  const bytes = readFileSync(parquet);
  const rows = await readParquet({
    file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length),
  });
  expect(
    rows.map((row) => ({
      ...row,
      ordinal: Number(row.ordinal),
      recordedAt: (row.recordedAt as Date).toISOString(),
    })),
  ).toEqual(events);

  const csv = (await log.run('export --format csv')).out;
  expect(csv.startsWith('ordinal,recordedAt,stream,version,type,role,seeded,command,data\r\n')).toBe(true);
  for (const { data } of events) expect(csv).toContain(JSON.stringify(data).replaceAll('"', '""'));
  expect(partialFiles(parquet)).toEqual([]);
});

test('exports the same events whether the positions of none, some or all of them are remembered', async () => {
  const range = { after: 1, to: exampleCount, types: new Set<string>() };
  const pseudonyms = createPseudonyms(new Uint8Array(32));
  const { signal } = new AbortController();
  const read = async (maxPositions: number) => {
    const options = { ...log, archive: null, pseudonyms, signal, onProgress: () => {}, maxPositions };
    const events: ExportedEvent[] = [];
    for await (const page of readByType(options, range)) events.push(...page);
    return events;
  };
  const all = await read(1_000);
  expect(all).toHaveLength(exampleCount - 1);
  expect([await read(0), await read(5)]).toEqual([all, all]);
});

/** Returns the texts in a value of JSON. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

test('exports and shows no personal data', async () => {
  const findPersonalTexts = ({ event }: (typeof examples)[keyof typeof examples]) => {
    const personalFields = personalFieldsOf(catalogue.get(event.type)?.schema ?? expect.unreachable());
    return Object.entries(event.data).flatMap(([name, value]) =>
      personalFields.includes(name) || ['identity', 'number'].includes(name) ? textsIn(value) : [],
    );
  };
  const personalTexts = Object.values(examples).flatMap(findPersonalTexts);
  expect(personalTexts).toEqual(
    expect.arrayContaining([examples.NoteTaken.event.data.text, examples.UserRegistered.event.data.email]),
  );
  for (const format of ['ndjson', 'csv']) {
    const { out } = await log.run(`export --format ${format}`);
    for (const text of [...personalTexts, examples.NoteTaken.event.data.userId])
      expect(out).not.toContain(text);
  }
  for (const example of Object.values(examples)) {
    const { out } = await log.run(`show ${example.stream}`);
    for (const text of findPersonalTexts(example)) expect(out).not.toContain(text);
  }
});

test('selects a range by positions, times and types', async () => {
  const { events: stored } = await log.reader.readPage(0, 1_000);
  const exportedTypes = async (line: string) =>
    parse((await log.run(`export ${line}`)).out).map(({ type }) => type);
  const typesOf = (isSelected: (event: (typeof stored)[number]) => boolean) =>
    stored
      .filter(isSelected)
      .map(({ type }) => type)
      .sort();
  expect(await exportedTypes('--from 3 --to 5')).toEqual(
    typesOf(({ position }) => position >= 3 && position <= 5),
  );
  expect(await exportedTypes('--from 9999999')).toEqual([]);
  expect(await exportedTypes('--to 2020-01-01')).toEqual([]);
  expect(await exportedTypes('--from 2020-01-01')).toHaveLength(exampleCount);
  // A time selects all events of its millisecond.
  const tenth = stored[9]?.recordedAt.getTime() ?? 0;
  const text = new Date(tenth).toISOString();
  expect(await exportedTypes(`--from ${text}`)).toEqual(
    typesOf(({ recordedAt }) => recordedAt.getTime() >= tenth),
  );
  expect(await exportedTypes(`--from ${text} --to ${text}`)).toEqual(
    typesOf(({ recordedAt }) => recordedAt.getTime() === tenth),
  );
  const day = text.slice(0, 10);
  expect(await exportedTypes(`--from ${day} --to ${day}`)).toEqual(
    typesOf(({ recordedAt }) => recordedAt.toISOString().startsWith(day)),
  );
  const types = ['CourseAdded', 'NoteTaken'];
  expect(await exportedTypes(types.map((type) => `--type ${type}`).join(' '))).toEqual(types);
});

test('prints streams and statistics, and fails for an unknown stream', async () => {
  const { stream } = examples.CourseAdded;
  const shown = await log.run(`show ${stream} --json`);
  expect(shown.code).toBe(0);
  expect(parse(shown.out).map(({ version }) => version)).toEqual(
    parse(shown.out).map((_, index) => index + 1),
  );
  expect(parse(shown.out)[0]).toMatchObject({ stream, type: 'CourseAdded' });
  expect(await log.run('show course-nowhere')).toMatchObject({
    code: 1,
    err: expect.stringContaining('course-nowhere'),
  });
  const stats = JSON.parse((await log.run('stats --json')).out);
  expect(stats).toMatchObject({ events: exampleCount, sealedUpTo: exampleCount, types: { CourseAdded: 1 } });
  expect((await log.run('stats')).out).toContain('CourseAdded');
});

test.each([
  ['', 'Commands:'],
  ['exprt', 'unknown command'],
  ['export --from yesterday', 'a position (1200)'],
  ['export --from 2026-06-31', 'a position (1200)'],
  ['export --type CourseBurnt', 'There is no event type CourseBurnt'],
  ['export --format xlsx', 'ndjson, csv, parquet'],
  ['head --key nowhere.pem', 'openssl genpkey'],
  ['verify --against nowhere.json', 'cannot be read'],
])('rejects "%s" with a message', async (line, message) => {
  const { code, err } = await log.run(line);
  expect(code).toBe(2);
  expect(err).toContain(message);
});

test('verify accepts a log with its signed head, and detects a different key, a different log, a changed event and a violated schema', async () => {
  const createKeys = (name: string) => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    writeFileSync(log.file(`${name}.pem`), privateKey.export({ type: 'pkcs8', format: 'pem' }));
    writeFileSync(log.file(`${name}.pub`), publicKey.export({ type: 'spki', format: 'pem' }));
  };
  for (const name of ['ours', 'theirs']) createKeys(name);
  const signed = await log.run(`head --key ${log.file('ours.pem')}`);
  expect(signed.code).toBe(0);
  writeFileSync(log.file('head.json'), signed.out);
  const against = `verify --against ${log.file('head.json')} --key ${log.file('ours.pub')}`;
  expect(await log.run(against)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^yes: .*signed heads/),
  });
  expect(await log.run(against.replace('ours.pub', 'theirs.pub'))).toMatchObject({
    code: 2,
    err: expect.stringContaining('was not signed with the key'),
  });
  expect(await log.run(against.replace('ours.pub', 'head.json'))).toMatchObject({
    code: 2,
    err: expect.stringContaining('does not contain a public key in PEM format'),
  });

  const otherLog = await openExampleLog();
  expect(await otherLog.run(against)).toMatchObject({ code: 1, out: expect.stringMatching(/^NO: /) });
  const forge = async (sql: string) => {
    const client = await otherLog.pool.connect();
    await client.query("set session_replication_role = 'replica'");
    await client.query(sql);
    client.release(true);
  };
  await forge(`update log.events set data = '{"changes": {"price": "dear"}}' where type = 'CourseEdited'`);
  const { rows } = await otherLog.pool.query("select position from log.events where type = 'CourseEdited'");
  expect(await otherLog.run('verify')).toMatchObject({
    code: 1,
    out: expect.stringContaining(`at position ${rows[0].position} (changed)`),
  });
  await forge('truncate log.seals');
  expect(await otherLog.run('verify')).toMatchObject({
    code: 1,
    out: expect.stringContaining('CourseEdited.changes.price does not match its schema'),
  });
});

test('verify refuses a file that is not a signed head, with or without a key', async () => {
  const { publicKey } = generateKeyPairSync('ed25519');
  writeFileSync(log.file('any.pub'), publicKey.export({ type: 'spki', format: 'pem' }));
  for (const content of ['null', '[]', '{}', '{"seals": 1}', '"head"'])
    for (const key of ['', ` --key ${log.file('any.pub')}`]) {
      writeFileSync(log.file('any.json'), content);
      expect(await log.run(`verify --against ${log.file('any.json')}${key}`), content).toMatchObject({
        code: 2,
        out: '',
        err: expect.stringContaining('is not a signed head'),
      });
    }
});

test('prints new events with tail until it is interrupted or its output is closed', async () => {
  const { child, output, closed } = start('tail', '--json', '--type', 'CourseAdded', '--from', '1');
  await expect.poll(() => parse(output().out).length).toBe(1);
  await log.addCourses(2);
  await expect.poll(() => output().out.split('\n').length).toBe(4);
  child.kill('SIGINT');
  expect((await closed)[0]).toBe(0);
  expect(output().err).toBe('');

  const piped = start('tail', '--from', '1');
  await once(piped.child.stdout, 'data');
  piped.child.stdout.destroy();
  await expect
    .poll(async () => {
      await log.addCourses(1);
      return piped.child.exitCode;
    })
    .toBe(0);
  expect(piped.output().err).toBe('');
});

test('ends an export without a message if its output is closed', async () => {
  for (const options of [[], ['--format', 'csv']]) {
    const { child, output, closed } = start('export', ...options);
    child.stdout.destroy();
    expect([(await closed)[0], output().err]).toEqual([0, '']);
  }
});

test('completes an export even if nobody can read its messages any more', async () => {
  const file = log.file('unwatched.ndjson');
  // The progress bar is drawn, as on a terminal, into a pipe that is closed.
  const pretendTerminal = 'data:text/javascript,process.stderr.isTTY = true';
  const options = ['--import', pretendTerminal];
  const { child, closed } = startNode(...options, 'log-cli/main.ts', 'export', '--out', file);
  child.stderr.destroy();
  expect((await closed)[0]).toBe(0);
  expect(parse(readFileSync(file, 'utf8'))).toHaveLength(await log.reader.head());
});

test('reports a lost connection to the database, even if its error has the code of a closed output', async () => {
  // A server that is going away: it closes each connection before the client has written.
  const server = createServer((socket) => socket.on('error', () => {}).destroy());
  const socketFile = log.file('.s.PGSQL.5432');
  server.listen(socketFile);
  await once(server, 'listening');
  const url = `postgresql://owner@localhost/lyceum?host=${dirname(socketFile)}`;
  writeFileSync(log.file('some.ndjson'), '');
  for (const line of ['stats', 'verify', `import ${log.file('some.ndjson')} --without-keys`])
    expect(await runAt(url, line), line).toMatchObject({ code: 3, err: expect.stringMatching(/\w+/) });
  server.close();
});

test('leaves no file after an interrupted export', async () => {
  const stop = new AbortController();
  stop.abort(new Error('Interrupted'));
  const file = log.file('half.ndjson');
  expect(await log.run(`export --out ${file}`, stop.signal)).toMatchObject({
    code: 3,
    err: expect.stringContaining('Interrupted'),
  });
  expect([existsSync(file), partialFiles(file)]).toEqual([false, []]);
});

test('says how to create a log if the data folder has none', async () => {
  const child = spawn(process.execPath, ['log-cli/main.ts', 'stats'], {
    env: { ...inheritedEnvironment(), DATA_DIR: log.file('nothing') },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let err = '';
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  expect((await once(child, 'close'))[0]).toBe(3);
  expect(err).toContain('Run npm start to create one');
});
