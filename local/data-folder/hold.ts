import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** When the process began, as the system tells it: with its number that names one process and no later one. */
const beginningOf = (pid: number): string | null => {
  try {
    // Field 22 of /proc/pid/stat; the program's name before it stands in brackets and may hold anything.
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? null;
    return execFileSync('ps', ['-o', 'lstart=', '-p', `${pid}`], { encoding: 'utf8' }).trim() || null;
  } catch {
    return null;
  }
};

const isHeld = (file: string): number | null => {
  let pid: number;
  let beginning: string;
  try {
    const [first = '', second = ''] = readFileSync(file, 'utf8').split('\n');
    pid = Number(first);
    beginning = second;
  } catch {
    return null;
  }
  return pid > 0 && beginning !== '' && beginningOf(pid) === beginning ? pid : null;
};

/**
 * Takes `file` as a sign that this process works: one process has it, and a killed one has it no more.
 * @returns what gives it back, or the number of the process that has it.
 */
const take = (file: string): (() => void) | number => {
  const mine = `${file}.${process.pid}`;
  writeFileSync(mine, `${process.pid}\n${beginningOf(process.pid) ?? ''}\n`);
  try {
    for (;;) {
      try {
        // A link appears with its content or not at all, and only one of two can make it.
        linkSync(mine, file);
        return () => rmSync(file, { force: true });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const holder = isHeld(file);
      if (holder !== null) return holder;
      rmSync(file, { force: true });
    }
  } finally {
    rmSync(mine, { force: true });
  }
};

/**
 * Takes the data folder for this process (and makes it, mode 0700).
 * @returns what gives it back.
 * @throws Error with a sentence when another process has it, or it cannot be written to.
 */
export const holdDataFolder = (folder: string): (() => void) => {
  let taken: ReturnType<typeof take>;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    taken = take(join(folder, 'running.pid'));
  } catch (error) {
    throw new Error(
      `Lyceum cannot write to the data folder ${folder} (${(error as Error).message}). Set DATA_DIR to a folder that is yours.`,
      { cause: error },
    );
  }
  if (typeof taken === 'function') return taken;
  throw new Error(
    `Lyceum already runs on the data folder ${folder} (process ${taken}). Stop it, or set DATA_DIR to another folder.`,
  );
};

/** Waits until no other process has `file`, `patience` milliseconds at most, and takes it. */
export const holdAlone = async (file: string, patience: number): Promise<() => void> => {
  const end = Date.now() + patience;
  for (;;) {
    const taken = take(file);
    if (typeof taken === 'function') return taken;
    if (Date.now() > end)
      throw new Error(`Process ${taken} holds ${file} for too long. End it and start again.`);
    await wait(100);
  }
};
