/**
 * One of several processes that append to a few streams with the same idempotency keys at the same time, started by
 * `run-contention.ts`. Each event carries a mark (see `parseMark`). Each result is written
 * to a file at once, so that the results that were acknowledged before a `kill -9` are known.
 */
import { randomInt, randomUUID } from 'node:crypto';
import { openSync, writeSync } from 'node:fs';
import { Pool } from 'pg';
import type { DomainEvent } from '../../catalogue/catalogue.ts';
import { openAppender } from '../../log/append/appender.ts';
import { type AppendRequest, type AppendResult, LogUnavailableError } from '../../log/log.ts';
import { openVault } from '../../vault/vault.ts';
import { appendRequest, courseAdded, testMasterKey } from '../test-log.ts';

/** A line of a process's file. Each append writes two lines: one before it, with `result: null`, and one after it, with its result. */
export type WriterLine = {
  commandId: string;
  key: string | null;
  /** Number of events of the command. */
  events: number;
  result: AppendResult | { outcome: 'unavailable' } | null;
};

/**
 * Parses the mark that each event carries as its course name: the command, its idempotency key, the number of the event (from 1), and
 * the number of events of the command.
 */
export const parseMark = (name: string) => {
  const [commandId = '', key = '', index = '', count = ''] = name.split('|');
  return { commandId, key, index: Number(index), count: Number(count) };
};

const maxInFlight = 16;

/** Returns the streams to which an operation writes: a few operations are no-ops, some write two streams, and most write one. */
const chooseWritten = (operation: number, one: string, two: string): string[] => {
  if (operation % 17 === 0) return [];
  return operation % 3 === 0 ? [one, two] : [one];
};

const runWriter = async (url: string, file: string, operations: number, streamCount: number) => {
  const streams = Array.from({ length: streamCount }, (_, index) => `course-hot-${index}`);
  const out = openSync(file, 'a');
  const write = (line: WriterLine) => writeSync(out, `${JSON.stringify(line)}\n`);
  const pool = new Pool({ connectionString: url, max: 1 });
  pool.on('error', () => undefined);
  const vault = openVault({ pool, masterKey: testMasterKey });
  const appender = openAppender({ connectionString: url, role: 'lyceum_command', vault });
  const knownVersions = new Map<string, number>();
  const versionOf = (stream: string) => knownVersions.get(stream) ?? 0;

  const createRequest = (operation: number): { request: AppendRequest; eventCount: number } => {
    const commandId = randomUUID();
    const key = operation % 2 === 0 ? `key-${operation}` : '';
    const first = randomInt(streamCount);
    const [one = '', two = '', three = ''] = [0, 1, 2].map((step) => streams[(first + step) % streamCount]);
    const written = chooseWritten(operation, one, two);
    const counts = written.map(() => 1 + randomInt(3));
    const eventCount = counts.reduce((sum, count) => sum + count, 0);
    let index = 0;
    const nextEvent = (): DomainEvent => {
      index += 1;
      return courseAdded([commandId, key, index, eventCount].join('|'));
    };
    return {
      eventCount,
      request: appendRequest({
        commandId,
        writes: written.map((stream, streamIndex) => ({
          stream,
          expectedVersion: versionOf(stream),
          events: Array.from({ length: counts[streamIndex] ?? 0 }, nextEvent),
        })),
        asserts: operation % 5 === 0 ? [{ stream: three, version: versionOf(three) }] : [],
        ...(key ? { command: { key, bodyHash: 'same', answer: { status: 200, body: commandId } } } : {}),
      }),
    };
  };

  const runOperation = async (operation: number) => {
    const { request, eventCount } = createRequest(operation);
    const line = { commandId: request.commandId, key: request.command?.key ?? null, events: eventCount };
    write({ ...line, result: null });
    try {
      const result = await appender.append(request);
      write({ ...line, result });
      if (result.outcome === 'conflict') knownVersions.set(result.stream, result.version);
      if (result.outcome === 'appended')
        for (const { stream, expectedVersion, events } of request.writes)
          knownVersions.set(stream, Math.max(versionOf(stream), expectedVersion + events.length));
    } catch (error) {
      if (!(error instanceof LogUnavailableError)) throw error;
      write({ ...line, result: { outcome: 'unavailable' } });
    }
  };

  let next = 0;
  await Promise.all(
    Array.from({ length: maxInFlight }, async () => {
      while (next < operations) {
        const operation = next;
        next += 1;
        await runOperation(operation);
      }
    }),
  );
  await appender.close();
  await vault.close();
  await pool.end();
};

if (import.meta.main) {
  const [url = '', file = '', operations = '', streamCount = ''] = process.argv.slice(2);
  await runWriter(url, file, Number(operations), Number(streamCount));
}
