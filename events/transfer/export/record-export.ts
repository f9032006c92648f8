import { randomUUID } from 'node:crypto';
import { type LogEvent, logStream } from '../../catalogue/streams/log.ts';
import { openAppender } from '../../log/append/appender.ts';
import { LogUnavailableError } from '../../log/log.ts';
import { noPersonKeys } from '../../log/person-keys.ts';
import type { Queryable } from '../../seals/seal-rows.ts';

/** Two who export at the same moment both get their record; many more are no case. */
const tries = 10;

/**
 * Appends that the log is about to be written out, by the way of every append, as the owner of the database (who needs no
 * role of a service for it).
 * @returns the position of the record. @throws LogUnavailableError when it cannot be written: then nothing may go out.
 */
export const recordExport = async (options: {
  database: Queryable;
  connectionString: string;
  data: LogEvent['data'];
}): Promise<number> => {
  const { database, connectionString, data } = options;
  const appender = openAppender({ connectionString, vault: noPersonKeys, connections: 1 });
  const commandId = randomUUID();
  try {
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const { rows } = await database.query<{ version: number }>(
        'select coalesce(max(version), 0) as version from log.events where stream = $1',
        [logStream],
      );
      const result = await appender.append({
        commandId,
        writes: [
          {
            stream: logStream,
            expectedVersion: rows[0]?.version ?? 0,
            events: [{ type: 'LogExported', data }],
          },
        ],
        asserts: [],
        metadata: { actor: { system: 'log export' }, correlationId: commandId },
      });
      if (result.outcome === 'appended') return result.position;
    }
    throw new LogUnavailableError('Others keep exporting the log at the same moment. Try again.');
  } finally {
    await appender.close();
  }
};
