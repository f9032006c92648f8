import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { parseTraceparent, requestIdOf, rootSpanIdOf, traceIdOf } from './trace-ids.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';

test('reads the trace id of a valid header, whatever its flags are', () => {
  for (const flags of ['00', '01', 'ff'])
    expect(parseTraceparent(`00-${traceId}-00f067aa0ba902b7-${flags}`)).toBe(traceId);
});

test.each([
  ['nothing', ''],
  ['upper case', `00-${traceId.toUpperCase()}-00f067aa0ba902b7-01`],
  ['a trace id of zeros', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`],
  ['a trace id whose second half is zeros', `00-${'1'.repeat(16)}${'0'.repeat(16)}-00f067aa0ba902b7-01`],
  ['a parent id of zeros', `00-${traceId}-0000000000000000-01`],
  ['another version', `ff-${traceId}-00f067aa0ba902b7-01`],
  ['something appended', `00-${traceId}-00f067aa0ba902b7-01-x`],
  ['a line break', `00-${traceId}-00f067aa0ba902b7-01\n`],
  ['a short trace id', `00-${traceId.slice(1)}-00f067aa0ba902b7-01`],
  ['two headers', `00-${traceId}-00f067aa0ba902b7-01, 00-${traceId}-00f067aa0ba902b7-01`],
  ['a script', '<script>alert(1)</script>'],
])('ignores a header with %s', (_, header) => {
  expect(parseTraceparent(header)).toBeNull();
});

test('a trace id can be read back from its request id', () => {
  expect(requestIdOf(traceId)).toBe('4bf92f35-77b3-4da6-a3ce-929d0e0e4736');
  expect(traceIdOf(requestIdOf(traceId))).toBe(traceId);
});

test('every request id has a valid trace id, always the same', () => {
  const uuid = randomUUID();
  expect(traceIdOf(uuid)).toBe(uuid.replaceAll('-', ''));
  for (const requestId of ['edge-12345678', '', 'removal list', `${'1'.repeat(16)}${'0'.repeat(16)}`]) {
    expect(traceIdOf(requestId)).toMatch(/^[0-9a-f]{32}$/);
    expect(traceIdOf(requestId)).toBe(traceIdOf(requestId));
    expect(rootSpanIdOf(traceIdOf(requestId))).toMatch(/^(?=.*[1-9a-f])[0-9a-f]{16}$/);
  }
});
