import { Gauge, type Metrics } from '#platform/metrics.ts';
import type { Checkpoints } from './checkpoints.ts';

type ReplicaMetricsDependencies = { hasOutage: () => boolean; readCheckpoints: () => Promise<Checkpoints> };

/** Creates the metrics of a node that reads from a replica. They are read when Prometheus scrapes. */
export const createReplicaMetrics = (
  { registry }: Pick<Metrics, 'registry'>,
  { hasOutage, readCheckpoints }: ReplicaMetricsDependencies,
): void => {
  const registers = [registry];
  new Gauge({
    name: 'lyceum_primary_unreachable',
    help: 'Whether GETs are answered from the replica, as stale, because the primary does not answer: 1 or 0.',
    registers,
    collect() {
      this.set(hasOutage() ? 1 : 0);
    },
  });
  new Gauge({
    name: 'lyceum_replica_position',
    help: 'The last position of the log on the replica that this node reads from.',
    registers,
    async collect() {
      // If the replica does not answer, the metric keeps the last known position. It then lags behind the head, which raises an alert.
      const checkpoints = await readCheckpoints().catch(() => null);
      if (checkpoints?.replicaPosition != null) this.set(checkpoints.replicaPosition);
    },
  });
};
