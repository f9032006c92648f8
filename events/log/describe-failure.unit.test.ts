import { expect, test } from 'vitest';
import { describeFailure } from './describe-failure.ts';

test('lists the errors of an AggregateError without a message, and returns any other message or text unchanged', () => {
  const refused = ['::1', '127.0.0.1'].map((address) => new Error(`connect ECONNREFUSED ${address}:5432`));
  expect(describeFailure(new AggregateError(refused))).toBe(
    'connect ECONNREFUSED ::1:5432; connect ECONNREFUSED 127.0.0.1:5432',
  );
  expect(describeFailure(new AggregateError(refused, 'No server answered.'))).toBe('No server answered.');
  expect(describeFailure('ended')).toBe('ended');
});
