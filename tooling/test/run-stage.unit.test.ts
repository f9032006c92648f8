import { expect, test } from 'vitest';
import { runStage } from './run-stage.ts';
import type { Stage } from './stages.ts';

const program = (code: string, extra: Partial<Stage> = {}): Stage => ({
  name: 'stage of a test',
  command: ['node', '-e', code],
  hasTests: false,
  hangTimeoutMs: 60_000,
  ...extra,
});

test('reports a program that exits with 0 as passed', async () => {
  const { tally, output } = await runStage(program('console.log("fine")'));
  expect(tally).toEqual({ passed: 1, failed: 0, skipped: 0 });
  expect(output).toBe('fine\n');
});

test('reads a character that arrives in two parts', async () => {
  const code = `process.stdout.write(Buffer.of(0xc3));
    setTimeout(() => process.stdout.write(Buffer.of(0xa9)), 200);`;
  expect((await runStage(program(code))).output).toBe('é');
});

test('reports a program that exits with 1 as failed', async () => {
  const { tally } = await runStage(program('process.exit(1)'));
  expect(tally).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test('reports a program that does not exist as failed', async () => {
  const { tally, output } = await runStage({ ...program(''), command: ['no-such-program'] });
  expect(tally.failed).toBe(1);
  expect(output).toContain('ENOENT');
});

test.concurrent('ends a program that makes no progress', async () => {
  const { tally, output } = await runStage(program('setInterval(() => {}, 1_000)', { hangTimeoutMs: 600 }));
  expect(tally.failed).toBe(1);
  expect(output).toContain('made no progress for 0.6 seconds');
  expect(output).toContain('(no test file)');
});

test.concurrent('names the test files that were running when a stage hung', async () => {
  const hang = `process.send({ running: ['a.test.ts > hangs', 'b.test.ts'] }); setInterval(() => {}, 1_000);`;
  // `--` keeps Node from reading the reporters' arguments as its own options.
  const command = ['node', '-e', hang, '--'] as const;
  const { output } = await runStage({ ...program(''), command, hasTests: true, hangTimeoutMs: 5_000 });
  expect(output).toContain('  a.test.ts > hangs\n  b.test.ts\n');
});

test.concurrent('lets a program run for longer than the timeout while it prints', async () => {
  const code = 'let n = 0; setInterval(() => { console.log(n); if (++n === 15) process.exit(); }, 400)';
  const { tally, seconds } = await runStage(program(code, { hangTimeoutMs: 5_000 }));
  expect(tally.passed).toBe(1);
  expect(seconds).toBeGreaterThan(5);
});
