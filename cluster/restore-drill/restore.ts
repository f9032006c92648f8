import { withPrimary } from '../database/with-primary.ts';
import { readTimeline } from './database-facts.ts';
import { addReplicas, loseDatabases, restoreFirstNode } from './disaster.ts';
import type { DrillOptions, FactsBeforeDisaster } from './drill-options.ts';
import { minuteMs } from './drill-report.ts';
import { findPeopleWithKey } from './erased-people.ts';
import { falsifyDatabase } from './falsify.ts';
import { compareLogDigests, digestOf, headOf, readLogDigests } from './log-digests.ts';

const stopTimeoutMs = 10_000;

/** Returns the URL of the database with a different port, to reach a node without HAProxy. */
const withPort = (url: string, port: number): string => {
  const direct = new URL(url);
  direct.port = `${port}`;
  return direct.href;
};

/**
 * Loses all databases and restores them to the moment. docs/backups.md requires that all services are stopped. Here only the first node of
 * each service is stopped. The second node is suspended, so the log has changed when it continues.
 */
export const restore = async (options: DrillOptions, facts: FactsBeforeDisaster): Promise<void> => {
  const { cluster, report, falsified } = options;
  const { databases } = cluster;

  await report.step('Disaster: all databases and etcd are killed and deleted', minuteMs, async () => {
    for (const [first, second] of Object.values(cluster.services)) {
      second?.signal('SIGSTOP');
      await first?.stop(stopTimeoutMs);
    }
    await loseDatabases(databases);
  });
  const node = await report.step('Restore to the moment on a new server', 5 * minuteMs, async (step) => {
    const first = await restoreFirstNode(databases, facts.moment, 5 * minuteMs);
    step.note(first.name);
    return first;
  });
  const direct = {
    ...cluster,
    primaryUrl: (login: string) => withPort(cluster.primaryUrl(login), node.postgresPort),
  };
  if (falsified.size > 0) await falsifyDatabase(direct, falsified);
  await report.step('Prove the position and each event', 2 * minuteMs, (step) =>
    withPrimary(direct, 'projector', async (client) => {
      const restored = await readLogDigests(client);
      for (const failure of compareLogDigests(facts.digestsAtMoment, restored)) step.fail(failure);
      const timeline = await readTimeline(client);
      step.require(timeline > facts.timeline, `the timeline is still ${timeline}`);
      const withKey = await findPeopleWithKey(client, facts.removed);
      step.require(
        withKey.length === 1 && withKey[0] === facts.removedAfterMoment,
        `${withKey.length} removed people have a key before the removals are applied; expected exactly the one removed after the moment`,
      );
      step.note(
        `position ${headOf(restored)}, SHA-256 ${digestOf(restored).slice(0, 16)}…, timeline ${timeline}, ${facts.headAtDisaster - headOf(restored)} later events are gone`,
      );
    }),
  );
  await report.step('Add two replicas', 5 * minuteMs, () => addReplicas(databases, 5 * minuteMs));
};
