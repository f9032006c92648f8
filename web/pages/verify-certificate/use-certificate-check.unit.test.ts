import { expect, test } from 'vitest';
import type { CertificateCheck, CheckedCertificate } from '#contract/check-certificate.ts';
import { determineVerdict } from './use-certificate-check.ts';

const shown = {} as CheckedCertificate;
const check = (changes: Partial<CertificateCheck>): CertificateCheck => ({
  says: true,
  name: true,
  sealed: true,
  trace: null,
  ...changes,
});

test('a certificate is genuine only after all checks have passed', () => {
  expect(determineVerdict(null, undefined)).toBe('sealing');
  expect(determineVerdict(shown, undefined)).toBe('checking');
  expect(determineVerdict(shown, check({}))).toBe('genuine');
  expect(determineVerdict(shown, check({ name: null }))).toBe('genuine');
});

test('a certificate is wrong if any check fails', () => {
  for (const changes of [{ says: false }, { name: false }, { sealed: false }])
    expect(determineVerdict(shown, check(changes))).toBe('wrong');
});
