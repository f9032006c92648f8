import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import type { DomainEvent } from '../catalogue/catalogue.ts';
import { openAppender } from '../log/append/appender.ts';
import type { AppendRequest, LogAppender, LogReader } from '../log/log.ts';
import { openReader } from '../log/read/reader.ts';
import { openVault, type Vault } from '../vault/vault.ts';

export const testMasterKey = '00'.repeat(31).concat('01');

/** The parts of an opened log. */
export type TestLog = AsyncDisposable & {
  pool: Pool;
  vault: Vault;
  appender: LogAppender;
  reader: LogReader;
};

/** Opens vault, appender and reader of a test database as its owner. Disposing closes them. */
export const openTestLog = (url: string): TestLog => {
  const pool = new Pool({ connectionString: url, max: 4 });
  const vault = openVault({ pool, masterKey: testMasterKey });
  const appender = openAppender({ connectionString: url, vault, role: 'lyceum_command' });
  const reader = openReader({ pool, vault });
  return {
    pool,
    vault,
    appender,
    reader,
    [Symbol.asyncDispose]: async () => {
      await appender.close();
      await reader.close();
      await vault.close();
      await pool.end();
    },
  };
};

/** Completes an append request with defaults. */
export const appendRequest = (request: Partial<AppendRequest>): AppendRequest => ({
  commandId: randomUUID(),
  writes: [],
  asserts: [],
  metadata: { actor: { system: 'test' }, correlationId: 'test' },
  ...request,
});

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
