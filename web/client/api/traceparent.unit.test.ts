import { afterEach, expect, test } from 'vitest';
import { createTraceHeaders, startTracing } from './traceparent.ts';

afterEach(() => startTracing(null));

test('sends no trace id while traces are off', () => {
  expect(createTraceHeaders()).toEqual({});
  startTracing(null);
  expect(createTraceHeaders()).toEqual({});
});

test.each([
  [1, '01'],
  [0, '00'],
])('sends a new trace id with each request; at a ratio of %d, the flags are %s', (sampleRatio, flags) => {
  startTracing({ sampleRatio });
  const headers = Array.from({ length: 100 }, () => createTraceHeaders().traceparent ?? '');
  for (const header of headers) {
    expect(header).toMatch(new RegExp(`^00-[0-9a-f]{32}-[0-9a-f]{16}-${flags}$`));
    expect(header).not.toMatch(/-0+-/);
  }
  expect(new Set(headers).size).toBe(headers.length);
});
