import { expect, test } from 'vitest';
import type { CertificateCheck, CheckedCertificate } from '#contract/check-certificate.ts';
import { verdictOf } from './use-check.ts';

const shown = {} as CheckedCertificate;
const check = (changes: Partial<CertificateCheck>): CertificateCheck => ({
  says: true,
  name: true,
  sealed: true,
  trace: null,
  ...changes,
});

test('a certificate is genuine when every step holds, and not before it was checked', () => {
  expect(verdictOf(null, undefined)).toBe('sealing');
  expect(verdictOf(shown, undefined)).toBe('checking');
  expect(verdictOf(shown, check({}))).toBe('genuine');
  expect(verdictOf(shown, check({ name: null }))).toBe('genuine');
});

test('one step that fails is enough', () => {
  for (const changes of [{ says: false }, { name: false }, { sealed: false }])
    expect(verdictOf(shown, check(changes))).toBe('wrong');
});
