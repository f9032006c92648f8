import { demoAccounts } from './accounts.ts';

/**
 * Creates the demo accounts that are missing, with endpoints that only the owner of the emulator may call.
 * @param options.address the emulator's address, with its secret (`Emulator.address`).
 * @throws Error if an account cannot be created.
 */
export const createDemoAccounts = async (options: { address: string; projectId: string }): Promise<void> => {
  const accounts = `http://${options.address}/identitytoolkit.googleapis.com/v1/projects/${options.projectId}/accounts`;
  const post = async (path: string, body: unknown) => {
    const response = await fetch(accounts + path, {
      method: 'POST',
      headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    });
    return { isSuccess: response.ok, answer: (await response.json()) as Record<string, unknown> };
  };
  const found = await post(':lookup', { localId: demoAccounts.map(({ uid }) => uid) });
  const existing = new Set(
    ((found.answer.users ?? []) as { localId: string }[]).map(({ localId }) => localId),
  );
  for (const { uid, email, password, name, imageUrl } of demoAccounts.filter(
    ({ uid }) => !existing.has(uid),
  )) {
    const created = await post('', {
      ...{ localId: uid, email, password, displayName: name, photoUrl: imageUrl },
      emailVerified: true,
    });
    if (!created.isSuccess)
      throw new Error(`The account ${email} could not be created: ${JSON.stringify(created.answer.error)}`);
  }
};
