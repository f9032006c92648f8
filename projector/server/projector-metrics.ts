import type { Pool } from 'pg';
import { Counter, Gauge, type Registry } from '#platform/metrics.ts';

type ProjectorStatus = {
  models: { model: string; position: string; epoch: number; parked: string }[];
  head: number;
  reactions: { reactor: string; waiting: string; failing: string }[];
};

const loadStatus = async (pool: Pool): Promise<ProjectorStatus> => {
  const models = await pool.query<ProjectorStatus['models'][number]>(
    `select model, position, epoch, (select count(*) from read.parked as p where p.model = c.model) as parked
     from read.checkpoints as c`,
  );
  const head = await pool.query<{ position: string }>(
    'select position from log.events order by position desc limit 1',
  );
  const reactions = await pool.query<ProjectorStatus['reactions'][number]>(
    `select r.reactor, count(w.position) as waiting, count(*) filter (where w.attempts > 0) as failing
     from read.reactors as r left join read.reactions as w using (reactor) group by r.reactor`,
  );
  return { models: models.rows, head: Number(head.rows[0]?.position ?? 0), reactions: reactions.rows };
};

/**
 * Creates the projector's metrics. Positions, parked streams and waiting reactions are read from the database at scrape
 * time, so that a standby process reports the same values as the leader.
 */
export const createProjectorMetrics = (registry: Registry, pool: Pool, sealedUpTo: () => number) => {
  const registers = [registry];
  let pending: Promise<ProjectorStatus | null> | null = null;
  /** Loads the status once for all gauges of a scrape. If the database is unavailable, the gauges keep their values. */
  const currentStatus = (): Promise<ProjectorStatus | null> => {
    pending ??= loadStatus(pool)
      .catch(() => null)
      .finally(() => {
        pending = null;
      });
    return pending;
  };
  const registerGauge = (
    name: string,
    help: string,
    labelNames: string[],
    set: (gauge: Gauge, status: ProjectorStatus) => void,
  ) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      async collect() {
        const status = await currentStatus();
        if (status !== null) set(this, status);
      },
    });
  registerGauge('lyceum_log_head', 'The last position of the log.', [], (head, status) =>
    head.set(status.head),
  );
  registerGauge(
    'lyceum_projection_position',
    'The position up to which a read model has applied the log.',
    ['model'],
    (position, status) => {
      for (const row of status.models) position.set({ model: row.model }, Number(row.position));
    },
  );
  registerGauge(
    'lyceum_projection_lag_events',
    'Events of the log that a read model has not applied yet.',
    ['model'],
    (lag, status) => {
      for (const row of status.models)
        lag.set({ model: row.model }, Math.max(0, status.head - Number(row.position)));
    },
  );
  registerGauge(
    'lyceum_projection_parked_streams',
    'Streams that are parked because an event could not be projected: see `projector retry`.',
    ['model'],
    (parked, status) => {
      for (const row of status.models) parked.set({ model: row.model }, Number(row.parked));
    },
  );
  registerGauge(
    'lyceum_reactions_waiting',
    'Reactions that are not done yet; `failing`: attempted at least once without success.',
    ['reactor', 'state'],
    (waiting, status) => {
      for (const { reactor, ...row } of status.reactions) {
        waiting.set({ reactor, state: 'waiting' }, Number(row.waiting) - Number(row.failing));
        waiting.set({ reactor, state: 'failing' }, Number(row.failing));
      }
    },
  );
  new Gauge({
    name: 'lyceum_log_sealed_position',
    help: 'The position up to which the log is sealed, as far as this process knows.',
    registers,
    collect() {
      this.set(sealedUpTo());
    },
  });
  return {
    leading: new Gauge({
      name: 'lyceum_projector_leading',
      help: '1 if this process is the leader, 0 if it stands by or is failing.',
      registers,
    }),
    events: new Counter({
      name: 'lyceum_projected_events_total',
      help: 'Events that this process has applied to a read model, including those that the model ignores.',
      labelNames: ['model'],
      registers,
    }),
    retries: new Counter({
      name: 'lyceum_projector_retries_total',
      help: 'How often applying events was retried after a transient error.',
      registers,
    }),
    reactions: new Counter({
      name: 'lyceum_reactions_total',
      help: 'Attempts to run reactions, by outcome.',
      labelNames: ['reactor', 'outcome'],
      registers,
    }),
  };
};
export type ProjectorMetrics = ReturnType<typeof createProjectorMetrics>;
