import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openProjectorDatabase } from '../testing/projector-database.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

test('keeps a connection whose transaction waits for its rollback after a statement has failed', async () => {
  const writer = await (await openProjectorDatabase()).open();
  await writer.client.query('begin');
  await expect(writer.client.query('select 1 / 0')).rejects.toThrow('division by zero');
  // After this time the connection sends a statement, so that the server does not end an idle session.
  vi.advanceTimersByTime(10_000);
  // The client sends its statements in order. When the rollback has ended, the server has refused that statement.
  await writer.client.query('rollback');
  expect(writer.connectionLost.aborted).toBe(false);
});
