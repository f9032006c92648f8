import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { describeFailure } from '#events/log/describe-failure.ts';

/**
 * One removal. It contains no personal data: the user's id is computed from the random id of the account at the identity
 * provider, and that account is deleted, too.
 */
const removal = z.strictObject({
  /** The id of the log. An entry never applies to another log, for example to the new log after the data folder was deleted. */
  log: z.uuid(),
  user: z.uuid(),
  /** The day of the removal (UTC). It tells an operator which entries are older than all backups. */
  removed: z.iso.date(),
});
export type Removal = z.infer<typeof removal>;

/** A list of removals in an append-only file: one JSON object per line. */
export type RemovalList = {
  /**
   * Creates the file if it is missing.
   * @throws Error if the file cannot be written, so that this is noticed before the first removal.
   */
  create(): Promise<void>;
  /** Adds removals that are not in the list yet. They are on disk when the promise is fulfilled. */
  add(removals: readonly Removal[]): Promise<void>;
  /**
   * Returns the ids of the users who were removed from the log with this id.
   * @throws Error if a line cannot be read, because the removal in it must not be lost.
   */
  read(log: string): Promise<ReadonlySet<string>>;
};

const isMissing = (error: unknown) => (error as { code?: unknown }).code === 'ENOENT';

const parseLine = (line: string, number: number, file: string): Removal => {
  try {
    return removal.parse(JSON.parse(line));
  } catch (error) {
    throw new Error(
      `Line ${number} of the removal list ${file} cannot be read. Repair or delete this line. A line must look like {"log":"…","user":"…","removed":"2026-01-31"}.`,
      { cause: error },
    );
  }
};

/** The beginning of each line of the list. An entry contains no other object, so a whole line has one `}`. */
const lineStart = '{"log":"';
const isBeginningOfLine = (line: string): boolean =>
  !line.includes('}') && (line.startsWith(lineStart) || lineStart.startsWith(line));

/** Cuts off the zero bytes with which some file systems fill the end of a file after a power failure. */
const withoutZeroBytes = (line: string): string => {
  const [start = '', ...rest] = line.split('\0');
  return rest.every((part) => part === '') ? start : line;
};

const readRemovals = async (file: string): Promise<Removal[]> => {
  const removals: Removal[] = [];
  let number = 0;
  try {
    for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
      const line = withoutZeroBytes(text).trim();
      number += 1;
      // A line can be blank. A crash can leave only its beginning, or none of it. Afterwards the reaction runs again and writes the whole line.
      if (isBeginningOfLine(line)) continue;
      removals.push(parseLine(line, number, file));
    }
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  return removals;
};

const keyOf = ({ log, user }: Removal) => `${log} ${user}`;

/** Waits until the disk has the entries of a folder, so that a new file does not disappear in a crash. */
const syncFolder = async (folder: string): Promise<void> => {
  // Windows cannot sync folders.
  if (process.platform === 'win32') return;
  const folderHandle = await open(folder, 'r');
  try {
    await folderHandle.sync();
  } finally {
    await folderHandle.close();
  }
};

/** Appends lines and waits until the disk has them. Each line is one write, so that several processes may append. */
const appendLines = async (file: string, lines: readonly string[]): Promise<void> => {
  const fileHandle = await open(file, 'a+', 0o600);
  try {
    const { size } = await fileHandle.stat();
    const lastByte = size === 0 ? null : (await fileHandle.read(Buffer.alloc(1), 0, 1, size - 1)).buffer;
    const isLastLineIncomplete = lastByte !== null && lastByte.toString() !== '\n';
    for (const [index, line] of lines.entries()) {
      const bytes = Buffer.from(`${isLastLineIncomplete && index === 0 ? '\n' : ''}${line}\n`);
      const { bytesWritten } = await fileHandle.write(bytes);
      if (bytesWritten !== bytes.length) throw new Error(`${file} could not be written: is the disk full?`);
    }
    await fileHandle.sync();
    if (size === 0) await syncFolder(dirname(file));
  } finally {
    await fileHandle.close();
  }
};

/** Creates the list in a file, which `create` or the first removal creates. */
export const createRemovalList = (file: string): RemovalList => {
  /**
   * The removals that are in the file as far as this process knows. Another process may add the same ones, so the file can
   * contain a removal twice.
   */
  let knownKeys: Set<string> | null = null;
  return {
    async create() {
      try {
        await appendLines(file, []);
      } catch (error) {
        const user = process.getuid === undefined ? 'this user' : `user ${process.getuid()}`;
        throw new Error(
          `The list of removals ${file} cannot be written (${describeFailure(error)}). Set REMOVALS_FILE to a file that ${user} can write.`,
          { cause: error },
        );
      }
    },
    async add(removals) {
      knownKeys ??= new Set((await readRemovals(file)).map(keyOf));
      const missing = removals.filter((candidate) => !knownKeys?.has(keyOf(candidate)));
      if (missing.length === 0) return;
      await appendLines(
        file,
        missing.map(({ log, user, removed }) => JSON.stringify({ log, user, removed })),
      );
      for (const added of missing) knownKeys.add(keyOf(added));
    },
    async read(log) {
      const removals = await readRemovals(file);
      return new Set(removals.filter((entry) => entry.log === log).map(({ user }) => user));
    },
  };
};
