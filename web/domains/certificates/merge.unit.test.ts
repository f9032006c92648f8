import { expect, test } from 'vitest';
import type { Certificate } from '#contract/certificates.ts';
import type { LiveMessage } from '#contract/live.ts';
import { mergeIntoCertificates } from './merge.ts';

const certificate = (n: number) =>
  ({ _id: `enrolment-${n}`, issuedAt: new Date(Date.UTC(2026, 0, n)).toISOString() }) as Certificate;
const told = (kind: string, data: unknown) => ({ position: 1, kind, data }) as LiveMessage;

test('a new certificate comes first, once, however often it is told; an older one that comes late goes to its place', () => {
  const list = mergeIntoCertificates([certificate(1)], told('certificate-issued', certificate(3)));
  expect(list).toEqual([certificate(3), certificate(1)]);
  expect(mergeIntoCertificates(list, told('certificate-issued', certificate(3)))).toEqual(list);
  expect(mergeIntoCertificates(list, told('certificate-issued', certificate(2)))).toEqual(
    [3, 2, 1].map(certificate),
  );
});

test('it stays when the course is removed or left', () => {
  const list = [certificate(1)];
  for (const kind of ['course-removed', 'enrolment-removed'])
    expect(mergeIntoCertificates(list, told(kind, { _id: 'enrolment-1' }))).toBe(list);
});
