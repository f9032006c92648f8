import { expect, test } from 'vitest';
import { signalPostgres } from './fault.ts';

test('fails if there is no PostgreSQL to kill', () => {
  const node = { name: 'postgres-1', postgresPid: () => null, postgresProcesses: () => [] };
  expect(() => signalPostgres(node, 'SIGKILL')).toThrow(
    'PostgreSQL on postgres-1 is not running, so SIGKILL cannot be sent to it.',
  );
});
