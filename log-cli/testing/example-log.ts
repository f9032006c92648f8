import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { examples } from '#events/catalogue/examples.ts';
import { createSealer } from '#events/seals/sealer.ts';
import {
  appendExamples,
  appendRequest,
  courseAdded,
  openTestLog,
  testMasterKey,
} from '#events/testing/test-log.ts';
import { afterTests } from '#platform/testing/close-after-tests.ts';
import { runProgram } from '../program.ts';

/** The number of events in a new example log: one of every type. */
export const exampleCount = Object.keys(examples).length;

/** Creates a temporary folder. It is removed after the test, or after the tests of the file. */
export const createTemporaryFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-log-'));
  afterTests(() => rmSync(folder, { recursive: true, force: true }));
  return { file: (name: string) => join(folder, name) };
};

/** Creates a stream that keeps the text that is written to it. */
const createCapture = () => {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer | string, _, done) {
      chunks.push(Buffer.from(chunk));
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString() };
};

/**
 * Starts the command line in this process, on the log at `url`. `output` returns what it has printed so far, and `result`
 * resolves when it has ended.
 */
const startAt = (
  url: string,
  line: string,
  signal = new AbortController().signal,
  environment: Record<string, string> = {},
) => {
  const out = createCapture();
  const err = createCapture();
  const running = runProgram(
    line.split(' ').filter(Boolean),
    { DATABASE_URL: url, VAULT_MASTER_KEY: testMasterKey, ...environment },
    { out: out.stream, err: err.stream, signal },
  );
  return {
    output: () => out.text() + err.text(),
    result: running.then((code) => ({ code, out: out.text(), err: err.text() })),
  };
};

/** Runs the command line in this process, on the log at `url`. */
export const runAt = (
  url: string,
  line: string,
  options: { signal?: AbortSignal; masterKey?: string; environment?: Record<string, string> } = {},
) => {
  const { signal, masterKey, environment = {} } = options;
  const variables = masterKey === undefined ? environment : { ...environment, VAULT_MASTER_KEY: masterKey };
  return startAt(url, line, signal, variables).result;
};

/** Opens a sealed log with one event of every type, a temporary folder, and the command line on that log. */
export const openExampleLog = async () => {
  const log = await openTestLog();
  await appendExamples(log);
  const seal = () => createSealer({ pool: log.pool }).sealUpTo();
  await seal();
  const folder = createTemporaryFolder();
  const start = startAt.bind(null, log.url);
  return {
    url: log.url,
    pool: log.pool,
    vault: log.vault,
    reader: log.reader,
    seal,
    append: log.appender.append.bind(log.appender),
    file: folder.file,
    /** Appends events that add courses, in one command. */
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
    start,
    /** Runs the command line in this process. */
    run: (line: string, signal?: AbortSignal, environment?: Record<string, string>) =>
      start(line, signal, environment).result,
  };
};
