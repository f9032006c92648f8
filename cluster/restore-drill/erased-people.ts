import { type Client, Pool } from 'pg';
import { userStream } from '#events/catalogue/streams/user.ts';
import { openReader } from '#events/log/read/reader.ts';
import { openVault } from '#events/vault/vault.ts';
import { withPrimary } from '../database/with-primary.ts';
import type { Person } from '../services/people.ts';
import type { Cluster } from '../start-cluster.ts';

/** A user who was removed in the drill. */
export type RemovedPerson = Person & {
  when:
    | 'before the backup'
    | 'after the backup'
    | 'after the moment'
    | 'registered and removed after the moment';
};

/** Returns which of these people have a key that was not destroyed. */
export const findPeopleWithKey = async (client: Client, people: readonly Person[]): Promise<Person[]> => {
  const { rows } = await client.query<{ person: string }>(
    'select person from vault.keys where person = any($1::uuid[]) and wrapped is not null',
    [people.map(({ id }) => id)],
  );
  return people.filter(({ id }) => rows.some(({ person }) => person === id));
};

/** Returns the names of these people that a process with the master key can still read in the log. */
const findReadableNames = async (cluster: Cluster, people: readonly Person[]): Promise<string[]> => {
  const pool = new Pool({ connectionString: cluster.primaryUrl('projector'), max: 2 });
  // A lost connection also rejects the query. Without a listener, losing an idle one would end this process.
  pool.on('error', () => {});
  const vault = openVault({ pool, masterKey: cluster.masterKey });
  const reader = openReader({ pool, vault });
  try {
    const streams = await reader.readStreams(
      people.map(({ id }) => ({ stream: userStream(id), afterVersion: 0 })),
    );
    return streams
      .flat()
      .flatMap((event) => (event.type === 'UserRegistered' && event.data.name ? [event.data.name] : []));
  } finally {
    await reader.close();
    await vault.close();
    await pool.end();
  }
};

/**
 * Returns a sentence for each way in which the removed people are not erased.
 * @param remaining a user who was not removed. Their data must be readable, otherwise the master key is wrong and nothing is proved.
 */
export const findTraces = async (
  cluster: Cluster,
  removed: readonly RemovedPerson[],
  remaining: Person,
): Promise<string[]> => {
  const failures: string[] = [];
  await withPrimary(cluster, 'projector', async (client) => {
    const withKey = new Set(await findPeopleWithKey(client, removed));
    for (const person of removed)
      if (withKey.has(person)) failures.push(`the key of ${person.email}, removed ${person.when}, exists`);
    const { rows } = await client.query<{ person: string }>(
      'select person from vault.keys where person = any($1::uuid[]) and wrapped is null',
      [removed.map(({ id }) => id)],
    );
    for (const { id, email } of removed)
      if (!rows.some(({ person }) => person === id)) failures.push(`${email} could get a new key`);
  });
  for (const name of await findReadableNames(cluster, removed))
    failures.push(`the name ${name} can still be read in the log`);
  if ((await findReadableNames(cluster, [remaining])).length === 0)
    failures.push(`the name of ${remaining.email}, who was not removed, cannot be decrypted`);
  return failures;
};

/** Returns the removed people who have a row in `read.users`. */
export const findPeopleInUsersTable = (
  cluster: Cluster,
  removed: readonly RemovedPerson[],
): Promise<{ email: string }[]> =>
  withPrimary(cluster, 'projector', async (client) => {
    const { rows } = await client.query<{ id: string }>(
      'select id from read.users where id = any($1::uuid[])',
      [removed.map(({ id }) => id)],
    );
    return removed.filter((person) => rows.some(({ id }) => id === person.id));
  });
