import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { closeAfterTests } from '#platform/testing/close-after-tests.ts';
import { createTestDatabase } from '#platform/testing/test-database.ts';
import type { DomainEvent } from '../catalogue/catalogue.ts';
import { examples } from '../catalogue/examples.ts';
import { openAppender } from '../log/append/appender.ts';
import type { AppendRequest, LogAppender, LogReader } from '../log/log.ts';
import { openReader } from '../log/read/reader.ts';
import { openVault, type Vault } from '../vault/vault.ts';

/** Long enough for a machine that runs many tests at once. */
const databaseTimeoutMs = 30_000;
export const testMasterKey = '00'.repeat(31).concat('01');

/** A log with its vault, opened as a superuser. The appender acts as `lyceum_command`. */
export type TestLog = {
  url: string;
  pool: Pool;
  vault: Vault;
  appender: LogAppender;
  reader: LogReader;
};

/**
 * Opens a log with its vault, and closes it after the test, or after the tests of the file.
 * @param url of an existing database; by default the log gets a database of its own.
 */
export const openTestLog = async (url?: string): Promise<TestLog> => {
  const connectionString = url ?? (await createTestDatabase()).url;
  const resources = closeAfterTests(new AsyncDisposableStack());
  const pool = new Pool({ connectionString, max: 4 });
  // Some tests stop the server.
  pool.on('error', () => undefined);
  resources.defer(() => pool.end());
  const vault = openVault({ pool, masterKey: testMasterKey });
  resources.defer(() => vault.close());
  const reader = openReader({ pool, vault });
  resources.defer(() => reader.close());
  const appender = openAppender({
    connectionString,
    vault,
    role: 'lyceum_command',
    timeoutMs: databaseTimeoutMs,
  });
  resources.defer(() => appender.close());
  return { url: connectionString, pool, vault, appender, reader };
};

/** Completes an append request with defaults. */
export const appendRequest = (request: Partial<AppendRequest>): AppendRequest => ({
  commandId: randomUUID(),
  writes: [],
  asserts: [],
  metadata: { actor: { system: 'test' }, correlationId: 'test' },
  ...request,
});

/** Appends one event of every type. */
export const appendExamples = async ({ appender }: TestLog): Promise<void> => {
  for (const [stream, all] of Map.groupBy(Object.values(examples), (example) => example.stream)) {
    const events = all.map(({ event }) => event);
    await appender.append(appendRequest({ writes: [{ stream, expectedVersion: 0, events }] }));
  }
};

/**
 * Backdates all events to one past hour, about a second apart, because analysts see events only when their hour is over. Acts
 * as a superuser who disables the triggers that protect the log.
 */
export const backdateEvents = async ({ pool }: Pick<TestLog, 'pool'>): Promise<void> => {
  const client = await pool.connect();
  try {
    await client.query("set session_replication_role = 'replica'");
    await client.query(
      `update log.events set recorded_at = date_trunc('hour', now()) - interval '2 hours' + position * interval '1.001 seconds'`,
    );
  } finally {
    client.release(true);
  }
};

export const courseAdded = (name: string): DomainEvent => ({
  type: 'CourseAdded',
  data: {
    code: 'CSE',
    name,
    duration: '3-4 years',
    difficulty: '7',
    category: 'Engineering',
    details: 'How machines count.',
    instructor: 'A. Teacher',
    price: 100,
    imageUrl: '/course.svg',
    instructorId: null,
    videos: null,
  },
});

export const courseRemoved: DomainEvent = { type: 'CourseRemoved', data: {} };

export const userRegistered = (name: string): DomainEvent => ({
  type: 'UserRegistered',
  data: {
    identity: `uid-${name}`,
    name,
    email: `${name}@example.org`,
    imageUrl: '/face.svg',
    userType: 'Student',
    wishedType: null,
  },
});
