import type { Pool } from 'pg';
import { Counter, Gauge, type Registry } from '#platform/metrics.ts';

type Standing = {
  models: { model: string; position: string; epoch: number; parked: string }[];
  head: number;
  reactions: { reactor: string; waiting: string; failing: string }[];
};

const readStanding = async (pool: Pool): Promise<Standing> => {
  const models = await pool.query<Standing['models'][number]>(
    `select model, position, epoch, (select count(*) from read.parked as p where p.model = c.model) as parked
     from read.checkpoints as c`,
  );
  const head = await pool.query<{ position: string }>(
    'select position from log.events order by position desc limit 1',
  );
  const reactions = await pool.query<Standing['reactions'][number]>(
    `select r.reactor, count(w.position) as waiting, count(*) filter (where w.attempts > 0) as failing
     from read.reactors as r left join read.reactions as w using (reactor) group by r.reactor`,
  );
  return { models: models.rows, head: Number(head.rows[0]?.position ?? 0), reactions: reactions.rows };
};

/**
 * What Prometheus learns of the projector. Where models stand, what is parked and what waits is asked of the database
 * when it is scraped: so a node that stands by says the same as the one that leads.
 */
export const createProjectorMetrics = (registry: Registry, pool: Pool, sealedUpTo: () => number) => {
  const registers = [registry];
  let asked: Promise<Standing | null> | null = null;
  /** One question for all gauges of a scrape. A database that does not answer leaves them as they were. */
  const standing = (): Promise<Standing | null> => {
    asked ??= readStanding(pool)
      .catch(() => null)
      .finally(() => {
        asked = null;
      });
    return asked;
  };
  const gauge = (
    name: string,
    help: string,
    labelNames: string[],
    set: (gauge: Gauge, now: Standing) => void,
  ) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      async collect() {
        const now = await standing();
        if (now !== null) set(this, now);
      },
    });
  gauge('lyceum_log_head', 'The last position of the log.', [], (head, now) => head.set(now.head));
  gauge(
    'lyceum_projection_position',
    'The position of the log up to which a read model has taken it in.',
    ['model'],
    (position, now) => {
      for (const row of now.models) position.set({ model: row.model }, Number(row.position));
    },
  );
  gauge(
    'lyceum_projection_lag_events',
    'Events of the log that a read model has not taken in yet.',
    ['model'],
    (lag, now) => {
      for (const row of now.models)
        lag.set({ model: row.model }, Math.max(0, now.head - Number(row.position)));
    },
  );
  gauge(
    'lyceum_projection_parked_streams',
    'Streams that wait because an event could not be projected: see `projector retry`.',
    ['model'],
    (parked, now) => {
      for (const row of now.models) parked.set({ model: row.model }, Number(row.parked));
    },
  );
  gauge(
    'lyceum_reactions_waiting',
    'What reactors still have to do outside; `failing`: tried already, without success.',
    ['reactor', 'state'],
    (waiting, now) => {
      for (const { reactor, ...row } of now.reactions) {
        waiting.set({ reactor, state: 'waiting' }, Number(row.waiting) - Number(row.failing));
        waiting.set({ reactor, state: 'failing' }, Number(row.failing));
      }
    },
  );
  new Gauge({
    name: 'lyceum_log_sealed_position',
    help: 'The position up to which this process knows the log to be sealed.',
    registers,
    collect() {
      this.set(sealedUpTo());
    },
  });
  return {
    leading: new Gauge({
      name: 'lyceum_projector_leading',
      help: '1 where this process leads, 0 where it stands by or cannot work.',
      registers,
    }),
    events: new Counter({
      name: 'lyceum_projected_events_total',
      help: 'Events of the log that this process took into a read model.',
      labelNames: ['model'],
      registers,
    }),
    retries: new Counter({
      name: 'lyceum_projector_retries_total',
      help: 'Pages that were done again after an error of the moment.',
      registers,
    }),
    reactions: new Counter({
      name: 'lyceum_reactions_total',
      help: 'Attempts of reactors, by how they ended.',
      labelNames: ['reactor', 'outcome'],
      registers,
    }),
  };
};
export type ProjectorMetrics = ReturnType<typeof createProjectorMetrics>;
