import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startProduct } from '../../harness/start-product.ts';
import { masterKey } from '../../rebuild/projector-runs.ts';
import type { Person } from '../school/people.ts';
import { type Edition, editionEnvironment } from './edition.ts';

/** Returns accounts in the format of the Auth emulator's accounts file. */
const accountsOf = (people: readonly Person[]) => ({
  kind: 'identitytoolkit#DownloadAccountResponse',
  users: people.map(({ uid, email }) => ({
    localId: uid,
    email,
    emailVerified: true,
    validSince: '0',
    createdAt: '0',
    providerUserInfo: [{ providerId: 'password', email, federatedId: email, rawId: email }],
  })),
});

/** Starts the one-machine edition: all services in one process. */
export const startOneMachine = async (databaseUrl: string, people: readonly Person[]): Promise<Edition> => {
  const product = await startProduct(
    databaseUrl,
    { ...editionEnvironment, VAULT_MASTER_KEY: masterKey },
    (folder) => writeFileSync(join(folder, 'accounts.json'), JSON.stringify(accountsOf(people))),
  );
  const port = Number(new URL(product.address).port);
  return {
    readPort: port,
    commandPort: port,
    processes: { 'all services': product.pid },
    [Symbol.asyncDispose]: product.end,
  };
};
