import { afterEach, expect, test, vi } from 'vitest';
import { readResponse } from './response-store.ts';

afterEach(() => vi.unstubAllGlobals());

test('tries again to open the database after a failure', async () => {
  let attempts = 0;
  vi.stubGlobal('indexedDB', {
    open: () => {
      attempts += 1;
      throw new DOMException('The database could not be opened.', 'UnknownError');
    },
  });
  for (const count of [1, 2]) {
    await expect(readResponse('sam', 'notes')).rejects.toThrow('could not be opened');
    expect(attempts).toBe(count);
  }
});
