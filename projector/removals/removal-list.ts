import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { appendLines } from '#events/line-files/append-lines.ts';
import { isBeginningOfObject, withoutZeroBytes } from '#events/line-files/incomplete-lines.ts';
import { describeFailure } from '#events/log/describe-failure.ts';

/**
 * One removal. It contains no personal data: the user's id is computed from the random id of the account at the identity provider, and that
 * account is also deleted.
 */
const removal = z.strictObject({
  /** The id of the log. An entry never applies to a different log, for example to the new log after the data folder was deleted. */
  log: z.uuid(),
  user: z.uuid(),
  /** The day of the removal (UTC), for operators. */
  removed: z.iso.date(),
});
export type Removal = z.infer<typeof removal>;

/** The removal list in an append-only file: one JSON object per line. */
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
   * @throws Error if a line cannot be read. An incomplete line that a crash left behind is skipped.
   */
  read(log: string): Promise<ReadonlySet<string>>;
};

/** Only the operating-system user of the projector may read and write the list. */
const fileMode = 0o600;

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

/** The beginning of each line of the list. An entry contains no other object. */
const lineStart = '{"log":"';

const readRemovals = async (file: string): Promise<Removal[]> => {
  const removals: Removal[] = [];
  let number = 0;
  try {
    for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
      const line = withoutZeroBytes(text).trim();
      number += 1;
      // A line can be blank. A crash can leave only its beginning, or none of it. Afterwards the reaction runs again and writes the whole line.
      if (line === '' || isBeginningOfObject(line, lineStart)) continue;
      removals.push(parseLine(line, number, file));
    }
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  return removals;
};

const keyOf = ({ log, user }: Removal) => `${log} ${user}`;

/** Creates the list. Its file is created by `create`, or with the first removal. */
export const createRemovalList = (file: string): RemovalList => {
  /**
   * The removals that are in the file as far as this process knows. Another process may add the same ones, so the file can
   * contain a removal twice. Each `read` replaces them, because the file may have been lost, or replaced by an older copy.
   */
  let knownKeys: Set<string> | null = null;
  return {
    async create() {
      try {
        await appendLines(file, [], fileMode);
      } catch (error) {
        const user = process.getuid === undefined ? 'this user' : `user ${process.getuid()}`;
        throw new Error(
          `The removal list ${file} cannot be written (${describeFailure(error)}). Set REMOVALS_FILE to a file that ${user} can write.`,
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
        fileMode,
      );
      for (const added of missing) knownKeys.add(keyOf(added));
    },
    async read(log) {
      const removals = await readRemovals(file);
      knownKeys = new Set(removals.map(keyOf));
      return new Set(removals.filter((entry) => entry.log === log).map(({ user }) => user));
    },
  };
};
