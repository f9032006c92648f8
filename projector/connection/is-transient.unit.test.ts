import { expect, test } from 'vitest';
import { isTransient } from './is-transient.ts';

const withCode = (code: string) => Object.assign(new Error('failed'), { code });

test.each([
  '40P01',
  '40001',
  '53100',
  '53300',
  '57P01',
  '57014',
  '58030',
  '55P03',
  '08006',
  '25P03',
  'ECONNRESET',
  'EPIPE',
  'EAI_AGAIN',
])('treats %s as transient', (code) => expect(isTransient(withCode(code))).toBe(true));

test.each(['23505', '22P02', '42P01', '23502', '22003', 'ERR_INVALID_ARG_TYPE'])(
  'treats %s as an error of the event',
  (code) => expect(isTransient(withCode(code))).toBe(false),
);

test('recognizes a transient error by its message, by its cause, or by one of its aggregated errors', () => {
  expect(isTransient(new Error('Connection terminated unexpectedly'))).toBe(true);
  expect(isTransient(new Error('wrapped', { cause: withCode('40P01') }))).toBe(true);
  expect(isTransient(new AggregateError([withCode('ECONNREFUSED')]))).toBe(true);
  expect(isTransient(new Error('The course on Connection terminated was never added.'))).toBe(false);
  expect(isTransient('ECONNRESET')).toBe(false);
});
