import { expect, test } from 'vitest';
import type { LiveMessage } from '#contract/live-messages.ts';
import type { Certificate } from '#contract/schemas/certificates.ts';
import { mergeIntoCertificates } from './certificate-live.ts';

const certificate = (n: number) =>
  ({ _id: `enrolment-${n}`, issuedAt: new Date(Date.UTC(2026, 0, n)).toISOString() }) as Certificate;
const createUpdate = (kind: string, data: unknown) => ({ position: 1, kind, data }) as LiveMessage;

test('sorts certificates by date, newest first, without duplicates', () => {
  const list = mergeIntoCertificates([certificate(1)], createUpdate('certificate-issued', certificate(3)));
  expect(list).toEqual([certificate(3), certificate(1)]);
  expect(mergeIntoCertificates(list, createUpdate('certificate-issued', certificate(3)))).toEqual(list);
  expect(mergeIntoCertificates(list, createUpdate('certificate-issued', certificate(2)))).toEqual(
    [3, 2, 1].map(certificate),
  );
});

test('keeps a certificate when its course is removed or the student leaves it', () => {
  const list = [certificate(1)];
  for (const kind of ['course-removed', 'enrolment-removed'])
    expect(mergeIntoCertificates(list, createUpdate(kind, { _id: 'enrolment-1' }))).toBe(list);
});
