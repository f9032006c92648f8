import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { examples } from '#events/catalogue/examples.ts';
import { openSealer } from '#events/seals/sealer.ts';
import { appendRequest, courseAdded, openTestLog, testMasterKey } from '#events/testing/log.ts';
import { createTestDatabase } from '#platform/testing/database.ts';
import { runProgram } from '../program.ts';

const byStream = Map.groupBy(Object.values(examples), ({ stream }) => stream);

/** How many events `openLogWithExamples` begins with: one of every kind. */
export const exampleCount = Object.keys(examples).length;

/** A folder for what a test writes. */
export const scratchFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-log-'));
  return {
    file: (name: string) => join(folder, name),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
};

const capture = () => {
  const pieces: Buffer[] = [];
  const stream = new Writable({
    write(piece: Buffer | string, _, done) {
      pieces.push(Buffer.from(piece));
      done();
    },
  });
  return { stream, text: () => Buffer.concat(pieces).toString() };
};

/** Begins to run the command line within this process, on the log at `url`; `said` is what it has printed so far. */
const beginAt = (
  url: string,
  line: string,
  signal = new AbortController().signal,
  environment: Record<string, string> = {},
) => {
  const [out, err] = [capture(), capture()];
  const running = runProgram(
    line.split(' ').filter(Boolean),
    { DATABASE_URL: url, VAULT_MASTER_KEY: testMasterKey, ...environment },
    { out: out.stream, err: err.stream, signal },
  );
  return {
    said: () => out.text() + err.text(),
    ended: running.then((code) => ({ code, out: out.text(), err: err.text() })),
  };
};

/** Runs the command line within this process, on the log at `url`. */
export const runAt = (
  url: string,
  line: string,
  { signal, masterKey }: { signal?: AbortSignal; masterKey?: string } = {},
) => beginAt(url, line, signal, masterKey === undefined ? {} : { VAULT_MASTER_KEY: masterKey }).ended;

/** A real log with one event of every kind, sealed, a folder for files, and the command line over it. */
export const openLogWithExamples = async () => {
  const database = await createTestDatabase();
  const log = openTestLog(database.url);
  for (const [stream, all] of byStream) {
    const events = all.map(({ event }) => event);
    await log.appender.append(appendRequest({ writes: [{ stream, expectedVersion: 0, events }] }));
  }
  const seal = () => openSealer({ pool: log.pool }).sealUpTo();
  await seal();
  const folder = scratchFolder();
  const begin = beginAt.bind(null, database.url);
  return {
    url: database.url,
    pool: log.pool,
    vault: log.vault,
    reader: log.reader,
    seal,
    append: log.appender.append.bind(log.appender),
    file: folder.file,
    /** Adds courses, all in one append. */
    addCourses: (count: number) =>
      log.appender.append(
        appendRequest({
          writes: Array.from({ length: count }, (_, number) => ({
            stream: `course-${randomUUID()}`,
            expectedVersion: 0,
            events: [courseAdded(`Course ${number}`)],
          })),
        }),
      ),
    begin,
    /** Runs the command line within this process. */
    run: (line: string, signal?: AbortSignal, environment?: Record<string, string>) =>
      begin(line, signal, environment).ended,
    async [Symbol.asyncDispose]() {
      folder[Symbol.dispose]();
      await log[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
};
