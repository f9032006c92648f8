import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { isSampledTrace } from '#contract/is-sampled-trace.ts';
import { createSpanAdmission } from './span-admission.ts';

const createTraceId = () => randomUUID().replaceAll('-', '');

test('samples no trace at 0, every trace at 1, and about the configured share between', () => {
  const ids = Array.from({ length: 20_000 }, createTraceId);
  expect(ids.some((id) => isSampledTrace(id, 0))).toBe(false);
  expect(ids.every((id) => isSampledTrace(id, 1))).toBe(true);
  // Ten standard deviations: a correct function fails once in 10^23 runs.
  const sampled = ids.filter((id) => isSampledTrace(id, 0.1)).length;
  expect(Math.abs(sampled - 2_000)).toBeLessThan(425);
});

test('a trace that is sampled at one ratio is also sampled at a higher one', () => {
  const sampled = Array.from({ length: 1_000 }, createTraceId).filter((id) => isSampledTrace(id, 0.2));
  expect(sampled.length).toBeGreaterThan(0);
  expect(sampled.filter((id) => !isSampledTrace(id, 0.5))).toEqual([]);
});

test('records at most 50 new traces per second, even if a client sends only sampled ids', () => {
  let nowMs = 0;
  const admitSpan = createSpanAdmission(0.01, () => nowMs);
  const createSampledId = (number: number) => `a${String(number).padStart(15, '0')}${'0'.repeat(15)}1`;
  const countAdmitted = (from: number) =>
    Array.from({ length: 200 }, (_, index) => createSampledId(from + index)).filter(admitSpan).length;
  expect(countAdmitted(0)).toBe(50);
  nowMs = 999;
  expect(countAdmitted(1_000)).toBe(0);
  nowMs = 1_000;
  expect(countAdmitted(2_000)).toBe(50);
  // A trace that was refused stays refused, so that no trace lacks its first spans.
  expect(admitSpan(createSampledId(199))).toBe(false);
  expect(admitSpan(createSampledId(0))).toBe(true);
});

test('records at most 100 spans of one trace, even if a client sends the same id again and again', () => {
  const admitSpan = createSpanAdmission(1, () => 0);
  const id = createTraceId();
  expect(Array.from({ length: 1_000 }, () => admitSpan(id)).filter(Boolean)).toHaveLength(100);
});
