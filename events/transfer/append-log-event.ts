import { randomUUID } from 'node:crypto';
import { type LogEvent, logStream } from '../catalogue/streams/log.ts';
import { openAppender } from '../log/append/appender.ts';
import { LogUnavailableError } from '../log/log.ts';
import { noPersonKeys } from '../log/person-keys.ts';
import type { Queryable } from '../seals/seal-rows.ts';

/** Longer than the timeout of a command, because the disk of a busy server may be slow and the operator can wait. */
const timeoutMs = 30_000;
/** How many times the append is tried if it conflicts with other operations that are recorded at the same time. */
const maxAttempts = 10;

/**
 * Appends an event that records an operation on the log as a whole.
 * @param options.connectionString of the owner of the database.
 * @param options.actor the name of the operation.
 * @returns the position of the event.
 * @throws LogUnavailableError or a database error if it cannot be appended. The operation must not start then.
 */
export const appendLogEvent = async (options: {
  database: Queryable;
  connectionString: string;
  actor: string;
  event: LogEvent;
}): Promise<number> => {
  const { database, connectionString, actor, event } = options;
  const appender = openAppender({ connectionString, vault: noPersonKeys, connections: 1, timeoutMs });
  const commandId = randomUUID();
  try {
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const { rows } = await database.query<{ version: number }>(
        `select coalesce(
           (select max(version) from log.events where stream = $1),
           (select version from log.archived_streams where stream = $1), 0) as version`,
        [logStream],
      );
      const result = await appender.append({
        commandId,
        writes: [{ stream: logStream, expectedVersion: rows[0]?.version ?? 0, events: [event] }],
        asserts: [],
        metadata: { actor: { system: actor }, correlationId: commandId },
      });
      if (result.outcome === 'appended') return result.position;
    }
    throw new LogUnavailableError('Other operations on the log started at the same time. Try again.');
  } finally {
    await appender.close();
  }
};
