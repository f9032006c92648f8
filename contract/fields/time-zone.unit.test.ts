import { expect, test } from 'vitest';
import { timeZone } from './time-zone.ts';

test.each(['', 'Nowhere', '+05:3', 'x'.repeat(101), 7, undefined])(
  'says once what a time zone is: %j',
  (input) => {
    expect(timeZone.safeParse(input).error?.issues.map(({ message }) => message)).toEqual([
      'The time zone must be a name such as Asia/Dhaka or an offset such as +05:30.',
    ]);
  },
);
