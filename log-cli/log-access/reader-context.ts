import type { LogReader } from '#events/log/log.ts';
import { openReader } from '#events/log/read/reader.ts';
import { loadPseudonyms, type Pseudonyms } from '#events/pseudonyms/pseudonyms.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { type DatabaseContext, withDatabaseContext } from './database-context.ts';
import type { Environment } from './find-log.ts';

/** The context of a command that reads events. */
export type ReaderContext = DatabaseContext & {
  /** Reads the log without the vault, so personal fields are null. */
  reader: LogReader;
  pseudonyms: Pseudonyms;
};

/** Runs a command with read access to the log. */
export const withReaderContext = <R>(
  environment: Environment,
  terminal: Terminal,
  run: (context: ReaderContext) => Promise<R>,
): Promise<R> =>
  withDatabaseContext(environment, terminal, async (context) => {
    const reader = openReader({ pool: context.pool, vault: null, archive: context.archive });
    try {
      return await run({ ...context, reader, pseudonyms: await loadPseudonyms(context.pool) });
    } finally {
      await reader.close();
    }
  });
