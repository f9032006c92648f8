import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '#platform/testing/test-database.ts';
import { findRefusedStatements } from './find-refused-statements.ts';
import { readReleaseRecord, type Statement } from './release-record.ts';

const connect = async () => {
  const client = new Client({ connectionString: (await createTestDatabase()).url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
};

test('the schema accepts all statements of the previous release, in the roles of its services', async () => {
  const { statements } = readReleaseRecord();
  const roles = new Set(statements.map(({ role }) => role));
  expect(roles).toEqual(new Set(['lyceum_command', 'lyceum_projector', 'lyceum_reader']));
  expect(statements.length).toBeGreaterThan(100);
  expect(await findRefusedStatements(await connect(), statements)).toEqual([]);
});

test.each<[string, Omit<Statement, 'searchPath'>, string]>([
  [
    'a missing column',
    { role: 'lyceum_reader', text: 'select cost from read.courses where id = $1' },
    'column "cost" does not exist',
  ],
  [
    'a missing function',
    { role: 'lyceum_command', text: 'select log.append_old($1)' },
    'function log.append_old(unknown) does not exist',
  ],
  [
    'a missing privilege',
    { role: 'lyceum_reader', text: 'select wrapped from vault.keys' },
    'permission denied for',
  ],
])('finds a statement that fails because of %s', async (_, statement, reason) => {
  const refused = await findRefusedStatements(await connect(), [{ ...statement, searchPath: 'public' }]);
  expect(refused[0]?.reason).toContain(reason);
});
