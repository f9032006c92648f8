import { expect, test } from 'vitest';
import type { CertificateCheck, CheckedCertificate } from '#contract/check-certificate.ts';
import { determineVerdict } from './use-certificate-check.ts';

const certificate = {} as CheckedCertificate;
const check = (changes: Partial<CertificateCheck>): CertificateCheck => ({
  matchesEvent: true,
  matchesCommitment: true,
  isSealed: true,
  hashes: null,
  ...changes,
});

test('a certificate is genuine once it has been checked, even if its entry has no commitment to the name', () => {
  expect(determineVerdict(null, undefined)).toBe('sealing');
  expect(determineVerdict(certificate, undefined)).toBe('checking');
  expect(determineVerdict(certificate, check({}))).toBe('genuine');
  expect(determineVerdict(certificate, check({ matchesCommitment: null }))).toBe('genuine');
});

test('a certificate stays unchecked if the check cannot run', () => {
  expect(determineVerdict(certificate, 'failed')).toBe('unchecked');
});

test('a certificate is wrong if any check fails', () => {
  for (const changes of [{ matchesEvent: false }, { matchesCommitment: false }, { isSealed: false }])
    expect(determineVerdict(certificate, check(changes))).toBe('wrong');
});
