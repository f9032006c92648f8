import { expect, test } from 'vitest';
import { formatClockTime, formatSpokenTime } from './video-time.ts';

test.each([
  [0, '0:00', '0 seconds'],
  [1.9, '0:01', '1 second'],
  [84, '1:24', '1 minute 24 seconds'],
  [120, '2:00', '2 minutes 0 seconds'],
  [3_723, '1:02:03', '1 hour 2 minutes 3 seconds'],
  [-3, '0:00', '0 seconds'],
])('formats %d seconds', (seconds, clock, spoken) => {
  expect([formatClockTime(seconds), formatSpokenTime(seconds)]).toEqual([clock, spoken]);
});
