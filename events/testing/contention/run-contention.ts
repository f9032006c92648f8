import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSealer } from '../../seals/sealer.ts';
import type { WriterLine } from './writer-process.ts';
import { openTestLog } from '../test-log.ts';

export type ContentionRun = {
  /** Everything that the processes said, and whether the process lived to its end. */
  lines: { line: WriterLine; survived: boolean }[];
  /** What a tail in this process saw, all the while: position and command of each event. */
  seen: { position: number; commandId: string }[];
  kills: number;
  cuts: number;
};

const fighter = join(import.meta.dirname, 'fighter.ts');

/** Starts one process; resolves with whether it ended by itself. @throws when it failed otherwise. */
const startFighter = (url: string, file: string, operations: number, hot: number) => {
  const child = spawn(process.execPath, [fighter, url, file, `${operations}`, `${hot}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (chunk) => {
    complaint += chunk;
  });
  const ended = new Promise<boolean>((resolve, reject) => {
    child.once('exit', (code, signal) => {
      if (signal === 'SIGKILL') resolve(false);
      else if (code === 0) resolve(true);
      else reject(new Error(`A fighter ended with ${code ?? signal}: ${complaint}`));
    });
  });
  return { ended, kill: () => child.kill('SIGKILL') };
};

/** Until the process has said so many bytes: a part of all that it will say, however slow the machine is. */
const untilSaid = async (file: string, bytes: number): Promise<void> => {
  while ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) < bytes) await sleep(10);
};

/**
 * Four processes append to `hot` streams with the same keys; `kills` of them are killed with -9 in the middle (others take
 * their place), and `cuts` times a random connection of theirs is terminated by the server. A tail reads and a sealer seals all the while.
 * @param options.operations how many appends each process tries; two lines of some 170 bytes are said for each.
 * @param options.killAfter how many bytes a process has said when it is killed.
 * @param options.pause milliseconds between two cuts.
 */
export const runContention = async (
  url: string,
  options: { operations: number; hot: number; kills: number; killAfter: number; cuts: number; pause: number },
): Promise<ContentionRun> => {
  await using log = openTestLog(url);
  const folder = mkdtempSync(join(tmpdir(), 'fight-'));
  const running: { file: string; ended: Promise<boolean>; kill: () => void }[] = [];
  const send = () => {
    const file = join(folder, `${running.length}.jsonl`);
    running.push({ file, ...startFighter(url, file, options.operations, options.hot) });
  };
  const end = new AbortController();
  const seen: ContentionRun['seen'] = [];
  const sealer = openSealer({ pool: log.pool });
  const sealing = sealer.run(end.signal, () => undefined);
  const tail = (async () => {
    for await (const page of log.reader.tail({ after: 0, pageSize: 200, signal: end.signal }))
      for (const { position, commandId } of page.events) seen.push({ position, commandId });
  })();
  for (let count = 0; count < 4; count += 1) send();
  let cuts = 0;
  const cutting = (async () => {
    while (cuts < options.cuts) {
      await sleep(options.pause);
      const { rowCount } = await log.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
           and application_name = 'lyceum-log' and query like '%append%' order by random() limit 1`,
      );
      cuts += rowCount ?? 0;
    }
  })();
  for (let kills = 0; kills < options.kills; kills += 1) {
    await untilSaid(running[kills]?.file ?? '', options.killAfter);
    running[kills]?.kill();
    send();
  }
  const survived = await Promise.all(running.map(({ ended }) => ended));
  // The last ones may end before all cuts were made: those that were made count.
  options.cuts = 0;
  await cutting;
  const head = await log.reader.head();
  while ((seen.at(-1)?.position ?? 0) < head || sealer.sealedUpTo < head) {
    sealer.wake();
    await sleep(20);
  }
  end.abort();
  await tail;
  await sealing;
  const said = running.flatMap(({ file }, index) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.endsWith('}'))
      .map((line) => ({ line: JSON.parse(line) as WriterLine, survived: survived[index] ?? false })),
  );
  rmSync(folder, { recursive: true });
  return { lines: said, seen, kills: survived.filter((lived) => !lived).length, cuts };
};
