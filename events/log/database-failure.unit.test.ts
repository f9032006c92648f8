import { expect, test } from 'vitest';
import { UnknownEventError } from '../catalogue/codec/codec.ts';
import { classifyFailure } from './database-failure.ts';

const withCode = (code: string) => Object.assign(new Error('failed'), { code });

test.each(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'EPIPE', '57P01', '08006'])(
  'classifies %s as unknown',
  (code) => expect(classifyFailure(withCode(code))).toBe('unknown'),
);

test.each(['40001', '40P01', '53300', '55P03', '57014', '25006', '58030'])(
  'classifies %s as transient',
  (code) => expect(classifyFailure(withCode(code))).toBe('transient'),
);

test.each(['23505', '22P02', '42P01', '28P01', 'ERR_INVALID_ARG_TYPE'])(
  'classifies %s as permanent',
  (code) => expect(classifyFailure(withCode(code))).toBe('permanent'),
);

test.each([
  'Connection terminated unexpectedly',
  'Query read timeout',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error and is not queryable',
])('classifies the driver error "%s" as unknown', (message) =>
  expect(classifyFailure(new Error(message))).toBe('unknown'),
);

test('classifies an error without a code as permanent if it mentions neither a connection nor a timeout', () => {
  expect(classifyFailure(new Error('The append function returned no row.'))).toBe('permanent');
  expect(classifyFailure('not an error object')).toBe('permanent');
});

test('classifies an unknown event as permanent, even if the name of its type mentions a connection', () => {
  expect(
    classifyFailure(new UnknownEventError('This process does not know the event DeviceConnected.')),
  ).toBe('permanent');
});
