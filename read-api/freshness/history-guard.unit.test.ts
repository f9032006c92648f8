import { expect, test } from 'vitest';
import { type ConfirmHistory, createHistoryGuard, type ReportedHead } from './history-guard.ts';

const headAt = (primaryRun: string | null, position: number, historyId = 'history'): ReportedHead => ({
  historyId,
  primaryRun,
  head: { position, command: `command ${position}`, at: String(position) },
});

/** Creates a database that answers when the test says so. */
const createDatabase = () => {
  const calls: { historyId: string; position: number | null; answer: (id: string) => void }[] = [];
  const confirm: ConfirmHistory = (historyId, seen) => {
    const { promise, resolve } = Promise.withResolvers<string>();
    calls.push({ historyId, position: seen?.position ?? null, answer: resolve });
    return promise;
  };
  return { calls, confirm };
};

const confirmAll: ConfirmHistory = async (historyId) => historyId;

test('confirms the last event that it has seen, once per run of the primary', async () => {
  const { checkHead } = createHistoryGuard();
  const { calls, confirm } = createDatabase();
  const first = checkHead(headAt('run 1', 5), confirm);
  calls[0]?.answer('history');
  expect(await first).toBe('history');
  expect(await checkHead(headAt('run 1', 7), confirm)).toBe('history');
  const second = checkHead(headAt('run 2', 6), confirm);
  calls[1]?.answer('other history');
  expect(await second).toBe('other history');
  expect(calls).toMatchObject([
    { historyId: 'history', position: null },
    { historyId: 'history', position: 7 },
  ]);
});

test('rejects replicas and primaries that were replaced', async () => {
  const { checkHead } = createHistoryGuard();
  await checkHead(headAt('run 1', 5), confirmAll);
  await checkHead(headAt('run 2', 5), confirmAll);
  await expect(checkHead(headAt('run 1', 6), confirmAll)).rejects.toThrow('has replaced');
  await expect(checkHead(headAt(null, 5), confirmAll)).rejects.toThrow('replica');
});

test('accepts a primary whose confirmations overlap, after a failover and at the start', async () => {
  for (const isStart of [true, false]) {
    const { checkHead } = createHistoryGuard();
    if (!isStart) await checkHead(headAt('run 1', 5), confirmAll);
    const { calls, confirm } = createDatabase();
    const slow = checkHead(headAt('run 2', 5), confirm);
    const fast = checkHead(headAt('run 2', 6), confirm);
    calls[1]?.answer('history');
    await fast;
    calls[0]?.answer('history');
    expect(await slow).toBe('history');
    expect(await checkHead(headAt('run 2', 7), confirm)).toBe('history');
    expect(calls).toHaveLength(2);
  }
});

test('rejects a head whose confirmation was overtaken by that of another primary', async () => {
  const { checkHead } = createHistoryGuard();
  await checkHead(headAt('run 1', 5), confirmAll);
  const { calls, confirm } = createDatabase();
  const late = checkHead(headAt('run 2', 5), confirm);
  await checkHead(headAt('run 3', 5), confirmAll);
  calls[0]?.answer('history');
  await expect(late).rejects.toThrow('has changed');
  expect(await checkHead(headAt('run 3', 6), confirmAll)).toBe('history');
});

test('keeps a confirmation if the replica has shown no later event in the meantime', async () => {
  const guard = createHistoryGuard();
  await guard.checkHead(headAt('run 1', 5), confirmAll);
  const { calls, confirm } = createDatabase();
  const slow = guard.checkHead(headAt('run 2', 5), confirm);
  guard.noteReplica(headAt(null, 5));
  calls[0]?.answer('history');
  expect(await slow).toBe('history');
});

test('confirms the last position that a replica has shown, even if the guard was created during an outage', async () => {
  for (const isStart of [true, false]) {
    const guard = createHistoryGuard();
    if (!isStart) await guard.checkHead(headAt('run 1', 5), confirmAll);
    expect(guard.noteReplica(headAt(null, 6))).toBe('history');
    expect(guard.noteReplica(headAt(null, 4))).toBe('history');
    const { calls, confirm } = createDatabase();
    const after = guard.checkHead(headAt('run 2', 6), confirm);
    expect(calls).toMatchObject([{ historyId: 'history', position: 6 }]);
    calls[0]?.answer('other history');
    expect(await after).toBe('other history');
  }
});

test('returns the current history while a replica still has the previous one, and adopts a newer one from a replica', async () => {
  const guard = createHistoryGuard();
  await guard.checkHead(headAt('run 1', 5), confirmAll);
  await guard.checkHead(headAt('run 2', 5), async () => 'second');
  expect(guard.noteReplica(headAt(null, 5))).toBe('second');
  expect(guard.noteReplica(headAt(null, 3, 'third'))).toBe('third');
  const { calls, confirm } = createDatabase();
  void guard.checkHead(headAt('run 3', 4, 'third'), confirm);
  expect(calls).toMatchObject([{ historyId: 'third', position: 3 }]);
});
