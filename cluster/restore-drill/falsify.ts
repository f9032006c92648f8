import { readFileSync, writeFileSync } from 'node:fs';
import { withPrimary } from '../database/with-primary.ts';
import type { Person } from '../services/people.ts';
import type { Cluster } from '../start-cluster.ts';

/** Faults of a restore that the drill must find. If one of them does not make the drill fail, the drill proves nothing. */
export const falsifications = ['missing-event', 'changed-event', 'forgotten-removal'] as const;
export type Falsification = (typeof falsifications)[number];

/** Runs a statement as superuser, without the triggers that protect the log. */
const runUnchecked = (cluster: Cluster, sql: string) =>
  withPrimary({ primaryUrl: () => cluster.primaryUrl('postgres') }, 'postgres', async (client) => {
    // Only a superuser may change this setting, which switches the triggers off.
    await client.query("set session_replication_role = 'replica'");
    // There may be no replica yet, so the commit does not wait for one.
    await client.query("set synchronous_commit = 'local'");
    await client.query(sql);
  });

/** Falsifies the restored database. */
export const falsifyDatabase = async (
  cluster: Cluster,
  chosen: ReadonlySet<Falsification>,
): Promise<void> => {
  if (chosen.has('missing-event'))
    await runUnchecked(
      cluster,
      'delete from log.events where position = (select max(position) from log.events)',
    );
  if (chosen.has('changed-event'))
    await runUnchecked(
      cluster,
      `update log.events set recorded_at = recorded_at + interval '1 microsecond' where position = 3`,
    );
};

/** Deletes a person from the removal list. */
export const forgetRemoval = (cluster: Cluster, person: Person): void => {
  const lines = readFileSync(cluster.removalsFile, 'utf8').split('\n');
  writeFileSync(cluster.removalsFile, lines.filter((line) => !line.includes(person.id)).join('\n'));
};
