import { afterEach, expect, test, vi } from 'vitest';
import { createOwnDataFileName } from './file-name.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test('names the day on which the user downloads the data, in the time zone of the device', () => {
  vi.stubEnv('TZ', 'Asia/Dhaka');
  expect(createOwnDataFileName(new Date('2026-03-04T23:30:00Z'))).toBe('lyceum-my-data-2026-03-05.zip');
  vi.stubEnv('TZ', 'America/New_York');
  expect(createOwnDataFileName(new Date('2026-03-05T02:00:00Z'))).toBe('lyceum-my-data-2026-03-04.zip');
});
