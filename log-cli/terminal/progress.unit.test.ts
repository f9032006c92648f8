import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { showProgress } from './progress.ts';

test('shows no remaining time before anything is done', () => {
  const terminal = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY: true });
  showProgress(terminal, 2_000, 'events').at(0);
  expect(terminal.read()).toBe(`\r${'░'.repeat(24)} 0 of 2,000 events, 0/s\u001b[K`);
});
