import { demoAccounts } from './accounts.ts';

/**
 * Makes the accounts of the demo school that are not there yet, through the emulator's calls for its owner.
 * @param options.address host:port of the emulator.
 */
export const makeDemoAccounts = async (options: { address: string; projectId: string }): Promise<void> => {
  const accounts = `http://${options.address}/identitytoolkit.googleapis.com/v1/projects/${options.projectId}/accounts`;
  const ask = async (path: string, body: unknown) => {
    const response = await fetch(accounts + path, {
      method: 'POST',
      headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    });
    return { ok: response.ok, answer: (await response.json()) as Record<string, unknown> };
  };
  const found = await ask(':lookup', { localId: demoAccounts.map(({ uid }) => uid) });
  const there = new Set(((found.answer.users ?? []) as { localId: string }[]).map(({ localId }) => localId));
  for (const { uid, email, password, name, imageUrl } of demoAccounts.filter(({ uid }) => !there.has(uid))) {
    const made = await ask('', {
      ...{ localId: uid, email, password, displayName: name, photoUrl: imageUrl },
      emailVerified: true,
    });
    if (!made.ok)
      throw new Error(`The account ${email} could not be made: ${JSON.stringify(made.answer.error)}`);
  }
};
