import { expect, test } from 'vitest';
import { toPrintedContent } from './printed-content.ts';

test('removes direction characters from stored names', () => {
  const stored = { number: 'LYC-1', issuedAt: '2026-11-22T08:00:00.000Z' };
  expect(
    toPrintedContent({
      ...stored,
      studentName: '\u202EadA\u202C',
      courseName: '\u2067Optics\u2069',
      instructor: 'Alan\u200F',
    }),
  ).toEqual({ ...stored, studentName: 'adA', courseName: 'Optics', instructor: 'Alan' });
});
