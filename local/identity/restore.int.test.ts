import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { reserveFreePort } from '#platform/free-port.ts';
import { longWait } from '#platform/testing/long-wait.ts';
import { startEmulator } from './start-emulator.ts';

/** Looks up an account as firebase-admin does. @returns the number of accounts, the status of a refusal, or `refused` without an answer. */
const lookUpAccount = async (address: string, localId: string): Promise<number | string> => {
  const answer = await fetch(
    `http://${address}/identitytoolkit.googleapis.com/v1/projects/demo-lyceum/accounts:lookup`,
    {
      method: 'POST',
      headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
      body: JSON.stringify({ localId: [localId] }),
      signal: AbortSignal.timeout(longWait.timeout),
    },
  ).catch(() => null);
  if (!answer?.ok) return answer === null ? 'refused' : `${answer.status}`;
  return ((await answer.json()) as { users?: unknown[] }).users?.length ?? 0;
};

test('never reports an account as missing while accounts are being restored', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-restore-'));
  const accountsFile = join(folder, 'accounts.json');
  const start = async () =>
    startEmulator(
      { host: '127.0.0.1', port: await reserveFreePort(), projectId: 'demo-lyceum', accountsFile },
      () => {},
    );
  const first = await start();
  await first.ready;
  const created = await fetch(
    `http://${first.address}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=demo`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.org', password: 'secret7' }),
    },
  );
  const { localId } = (await created.json()) as { localId: string };
  await first.stop();

  const restarted = await start();
  const answers = new Set<number | string>();
  let isStarting = true;
  const started = restarted.ready.finally(() => {
    isStarting = false;
  });
  // Otherwise a rejection before the loop has ended would count as unhandled.
  started.catch(() => {});
  while (isStarting) {
    answers.add(await lookUpAccount(restarted.address, localId));
    // Without a pause, these calls would take the processor time that the start needs.
    await sleep(3);
  }
  await started;
  expect(await lookUpAccount(restarted.address, localId)).toBe(1);
  expect([...answers].filter((one) => !['refused', '503', 1].includes(one))).toEqual([]);
  await restarted.stop();
  await rm(folder, { recursive: true });
});
