import { expect, test } from 'vitest';
import { failureOf } from './database-failure.ts';

const withCode = (code: string) => Object.assign(new Error('failed'), { code });

test.each(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'EPIPE', '57P01', '08006'])(
  '%s leaves open whether it was done',
  (code) => expect(failureOf(withCode(code))).toBe('unknown'),
);

test.each(['40001', '40P01', '53300', '55P03', '57014', '25006', '58030'])('%s passes', (code) =>
  expect(failureOf(withCode(code))).toBe('passing'),
);

test.each(['23505', '22P02', '42P01', '28P01', 'ERR_INVALID_ARG_TYPE'])('%s lasts', (code) =>
  expect(failureOf(withCode(code))).toBe('lasting'),
);

test.each([
  'Connection terminated unexpectedly',
  'Query read timeout',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error and is not queryable',
])('the driver says "%s" of a lost line', (message) => expect(failureOf(new Error(message))).toBe('unknown'));

test('an error that says nothing of the line is a mistake of this program', () => {
  expect(failureOf(new Error('The append function gave no row.'))).toBe('lasting');
  expect(failureOf('no error at all')).toBe('lasting');
});
