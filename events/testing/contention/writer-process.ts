/**
 * One of several processes that fight over few streams with the same keys, for the log's proof. Each append carries in its
 * events who wrote it and how many there must be, and each answer goes to a file in the moment in which it comes, so
 * that what was acknowledged before a kill -9 is known. Started by `fight.ts`.
 */
import { randomInt, randomUUID } from 'node:crypto';
import { openSync, writeSync } from 'node:fs';
import { Pool } from 'pg';
import type { DomainEvent } from '../../catalogue/catalogue.ts';
import { openAppender } from '../../log/append/appender.ts';
import { type AppendRequest, type AppendResult, LogUnavailableError } from '../../log/log.ts';
import { openVault } from '../../vault/vault.ts';
import { appendRequest, courseAdded, testMasterKey } from '../test-log.ts';

/** A line of the answers' file: before sending with `result` null, then with what was answered. */
export type WriterLine = {
  commandId: string;
  key: string | null;
  events: number;
  result: AppendResult | { outcome: 'unavailable' } | null;
};

/** What each event's name holds: the command, its key, which of how many events this one is. */
export const parseMark = (name: string) => {
  const [commandId = '', key = '', index = '', of = ''] = name.split('|');
  return { commandId, key, index: Number(index), of: Number(of) };
};

const inFlight = 16;
const start = async (url: string, file: string, operations: number, hot: number) => {
  const streams = Array.from({ length: hot }, (_, index) => `course-hot-${index}`);
  const out = openSync(file, 'a');
  const say = (line: WriterLine) => writeSync(out, `${JSON.stringify(line)}\n`);
  const pool = new Pool({ connectionString: url, max: 1 });
  pool.on('error', () => undefined);
  const vault = openVault({ pool, masterKey: testMasterKey });
  const appender = openAppender({ connectionString: url, role: 'lyceum_command', vault });
  const versions = new Map<string, number>();
  const known = (stream: string) => versions.get(stream) ?? 0;

  const request = (operation: number): { request: AppendRequest; events: number } => {
    const commandId = randomUUID();
    const key = operation % 2 === 0 ? `key-${operation}` : '';
    const first = randomInt(hot);
    const [one = '', two = '', three = ''] = [0, 1, 2].map((step) => streams[(first + step) % hot]);
    // Few no-ops, some over two streams, most over one; one to three events each.
    const written = operation % 17 === 0 ? [] : operation % 3 === 0 ? [one, two] : [one];
    const counts = written.map(() => 1 + randomInt(3));
    const events = counts.reduce((sum, count) => sum + count, 0);
    let index = 0;
    const made = (): DomainEvent => {
      index += 1;
      return courseAdded([commandId, key, index, events].join('|'));
    };
    return {
      events,
      request: appendRequest({
        commandId,
        writes: written.map((stream, place) => ({
          stream,
          expectedVersion: known(stream),
          events: Array.from({ length: counts[place] ?? 0 }, made),
        })),
        asserts: operation % 5 === 0 ? [{ stream: three, version: known(three) }] : [],
        ...(key ? { command: { key, bodyHash: 'same', answer: { status: 200, body: commandId } } } : {}),
      }),
    };
  };

  const carryOut = async (operation: number) => {
    const { request: sent, events } = request(operation);
    const line = { commandId: sent.commandId, key: sent.command?.key ?? null, events };
    say({ ...line, result: null });
    try {
      const result = await appender.append(sent);
      say({ ...line, result });
      if (result.outcome === 'conflict') versions.set(result.stream, result.version);
      if (result.outcome === 'appended')
        for (const write of sent.writes)
          versions.set(
            write.stream,
            Math.max(known(write.stream), write.expectedVersion + write.events.length),
          );
    } catch (error) {
      if (!(error instanceof LogUnavailableError)) throw error;
      say({ ...line, result: { outcome: 'unavailable' } });
    }
  };

  let next = 0;
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (next < operations) await carryOut(next++);
    }),
  );
  await appender.close();
  await vault.close();
  await pool.end();
};

if (import.meta.main) {
  const [url = '', file = '', operations = '', hot = ''] = process.argv.slice(2);
  await start(url, file, Number(operations), Number(hot));
}
