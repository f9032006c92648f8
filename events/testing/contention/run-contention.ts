import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSealer } from '../../seals/sealer.ts';
import { openTestLog } from '../test-log.ts';
import type { WriterLine } from './writer-process.ts';

export type ContentionRun = {
  /** The lines of all processes. `hasSurvived` is false for lines of a killed process. */
  lines: { line: WriterLine; hasSurvived: boolean }[];
  /** Position and command of each event that a tail in this process read in the meantime. */
  tailed: { position: number; commandId: string }[];
  /** How many processes were killed and how many connections were terminated. */
  kills: number;
  terminations: number;
};

export type ContentionOptions = {
  /** How many appends each process makes. An append writes two lines, together about 250 bytes. */
  operations: number;
  /** How many streams the processes share. */
  streams: number;
  /** How many processes are killed with `kill -9`, each after it has written `killAfterBytes`. */
  kills: number;
  killAfterBytes: number;
  /** At most this many random connections of appenders are terminated, one every `terminateEveryMs`. */
  terminations: number;
  terminateEveryMs: number;
};

const writerProcess = join(import.meta.dirname, 'writer-process.ts');

/** Starts a process. `survived` resolves to false if the process was killed, and rejects if it failed. */
const startWriter = (url: string, file: string, { operations, streams }: ContentionOptions) => {
  const child = spawn(process.execPath, [writerProcess, url, file, `${operations}`, `${streams}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errorOutput = '';
  child.stderr.on('data', (chunk) => {
    errorOutput += chunk;
  });
  const survived = new Promise<boolean>((resolve, reject) => {
    child.once('exit', (code, signal) => {
      if (signal === 'SIGKILL') resolve(false);
      else if (code === 0) resolve(true);
      else reject(new Error(`A writer process ended with ${code ?? signal}: ${errorOutput}`));
    });
  });
  return { file, survived, kill: () => child.kill('SIGKILL') };
};

/** Waits until a file has this many bytes, so that its process has made the same progress on a slow machine as on a fast one. */
const waitForBytes = async (file: string, bytes: number): Promise<void> => {
  while ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) < bytes) await sleep(10);
};

/**
 * Runs four processes that append to the same few streams with the same idempotency keys. Some are killed and replaced,
 * and connections are terminated. Meanwhile a tail reads the log and a sealer seals it.
 */
export const runContention = async (url: string, options: ContentionOptions): Promise<ContentionRun> => {
  const log = await openTestLog(url);
  const folder = mkdtempSync(join(tmpdir(), 'contention-'));
  const writers: ReturnType<typeof startWriter>[] = [];
  const addWriter = () => writers.push(startWriter(url, join(folder, `${writers.length}.jsonl`), options));
  const stop = new AbortController();
  const tailed: ContentionRun['tailed'] = [];
  const sealer = createSealer({ pool: log.pool });
  const sealing = sealer.run(stop.signal, () => undefined);
  const tailing = (async () => {
    for await (const page of log.reader.tail({ after: 0, pageSize: 200, signal: stop.signal }))
      for (const { position, commandId } of page.events) tailed.push({ position, commandId });
  })();
  for (let count = 0; count < 4; count += 1) addWriter();
  let terminations = 0;
  let haveWritersEnded = false;
  const terminating = (async () => {
    while (terminations < options.terminations && !haveWritersEnded) {
      await sleep(options.terminateEveryMs);
      const { rowCount } = await log.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
           and application_name = 'lyceum-log' and query like '%append%' order by random() limit 1`,
      );
      terminations += rowCount ?? 0;
    }
  })();
  for (let kills = 0; kills < options.kills; kills += 1) {
    await waitForBytes(writers[kills]?.file ?? '', options.killAfterBytes);
    writers[kills]?.kill();
    addWriter();
  }
  const survived = await Promise.all(writers.map((writer) => writer.survived));
  haveWritersEnded = true;
  await terminating;
  const head = await log.reader.head();
  while ((tailed.at(-1)?.position ?? 0) < head || sealer.sealedUpTo < head) {
    sealer.wake();
    await sleep(20);
  }
  stop.abort();
  await tailing;
  await sealing;
  const lines = writers.flatMap(({ file }, index) =>
    readFileSync(file, 'utf8')
      .split('\n')
      // A killed process may leave half a line.
      .filter((line) => line.endsWith('}'))
      .map((line) => ({ line: JSON.parse(line), hasSurvived: survived[index] ?? false })),
  );
  rmSync(folder, { recursive: true });
  return { lines, tailed, kills: survived.filter((hasSurvived) => !hasSurvived).length, terminations };
};
