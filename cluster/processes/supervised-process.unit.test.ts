import { expect, test } from 'vitest';
import { createSupervisedProcess } from './supervised-process.ts';

test('fails to signal a process that is not running', () => {
  const projector = createSupervisedProcess({
    name: 'projector-1',
    command: ['true'],
    env: {},
    cwd: '/',
    logFile: '/dev/null',
    ids: null,
  });
  expect(() => projector.signal('SIGKILL')).toThrow('projector-1 is not running, so it cannot get SIGKILL.');
});
