import { expect, test } from 'vitest';
import { signalPostgres } from './fault.ts';

test('fails if there is no PostgreSQL to kill', () => {
  const node = { name: 'postgres-1', postgresPid: () => null, postgresProcesses: () => [] };
  expect(() => signalPostgres(node, 'SIGKILL')).toThrow(
    'PostgreSQL of postgres-1 does not run, so it cannot get SIGKILL.',
  );
});
