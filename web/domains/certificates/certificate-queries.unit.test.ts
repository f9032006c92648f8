import { expect, test } from 'vitest';
import type { Verification } from '#contract/schemas/certificates.ts';
import { getPollIntervalMs } from './certificate-queries.ts';

const answer = (changes: object) => ({ status: 'valid', proof: null, ...changes }) as Verification;

test('asks for the proof of a certificate until it is sealed, and less often after the first answers', () => {
  expect(getPollIntervalMs(answer({}), 1)).toBe(1_500);
  expect(getPollIntervalMs(answer({}), 20)).toBe(30_000);
  expect(getPollIntervalMs(answer({}), 1_000)).toBe(30_000);
  expect(getPollIntervalMs(answer({ proof: {} }), 2)).toBe(false);
  expect(getPollIntervalMs(answer({ status: 'withdrawn' }), 2)).toBe(false);
  expect(getPollIntervalMs(undefined, 0)).toBe(false);
});
