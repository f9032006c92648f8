import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from '../ports.ts';
import { startEmulator } from './emulator.ts';

/** What a service is told of an account, as firebase-admin asks: its number of accounts, or the status of a refusal. */
const look = async (address: string, localId: string): Promise<number | string> => {
  const answer = await fetch(
    `http://${address}/identitytoolkit.googleapis.com/v1/projects/demo-lyceum/accounts:lookup`,
    {
      method: 'POST',
      headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
      body: JSON.stringify({ localId: [localId] }),
      signal: AbortSignal.timeout(30_000),
    },
  ).catch(() => null);
  if (!answer?.ok) return answer === null ? 'refused' : `${answer.status}`;
  return ((await answer.json()) as { users?: unknown[] }).users?.length ?? 0;
};

test('while accounts come back, nobody is told that there are none', { timeout: 180_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-restore-'));
  const accountsFile = join(folder, 'accounts.json');
  const start = async () =>
    startEmulator(
      { host: '127.0.0.1', port: await freePort(), projectId: 'demo-lyceum', accountsFile },
      () => {},
    );
  const first = await start();
  await first.ready;
  const made = await fetch(
    `http://${first.address}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=demo`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.org', password: 'secret7' }),
    },
  );
  const { localId } = (await made.json()) as { localId: string };
  await first.stop();

  const again = await start();
  const said = new Set<number | string>();
  let ready = false;
  again.ready.then(() => {
    ready = true;
  });
  while (!ready) said.add(await look(again.address, localId));
  expect(await look(again.address, localId)).toBe(1);
  expect([...said].filter((one) => !['refused', '503', 1].includes(one))).toEqual([]);
  await again.stop();
  await rm(folder, { recursive: true });
});
