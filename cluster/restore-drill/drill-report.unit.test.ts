import { expect, test } from 'vitest';
import { createDrillReport } from './drill-report.ts';

const minuteMs = 60_000;

test('goes on after a failed proof, and names it with its step', async () => {
  const printed: string[] = [];
  const report = createDrillReport((line) => printed.push(line));
  const result = await report.step('compare', minuteMs, async (step) => {
    step.note('12 events');
    step.require(true, 'never shown');
    step.require(false, 'one event is missing');
    return 'the result';
  });
  expect(result).toBe('the result');
  expect(report.failures).toEqual(['compare: one event is missing']);
  expect(report.formatTable()).toMatch(/\| compare \| \d+\.\d \| 12 events \| \*\*failed\*\* \|$/);
  expect(printed[0]).toContain('compare: 12 events, FAILED: one event is missing');
});

test('rejects a step that throws or takes too long, and counts it as a failure', async () => {
  const report = createDrillReport(() => {});
  await expect(report.step('restore', 1, () => new Promise(() => {}))).rejects.toThrow(
    'restore: It took longer than 0.001 s.',
  );
  const broken = async () => {
    throw new Error('no backup');
  };
  await expect(report.step('restore', minuteMs, broken)).rejects.toThrow('restore: no backup');
  expect(report.failures).toHaveLength(2);
});
