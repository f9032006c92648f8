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
export const createProjectorMetrics = (registry: Registry, pool: Pool) => {
  const registers = [registry];
  const position = new Gauge({
    name: 'lyceum_projection_position',
    help: 'The position of the log up to which a read model has taken it in.',
    labelNames: ['model'],
    registers,
  });
  const lag = new Gauge({
    name: 'lyceum_projection_lag_events',
    help: 'Events of the log that a read model has not taken in yet.',
    labelNames: ['model'],
    registers,
  });
  const parked = new Gauge({
    name: 'lyceum_projection_parked_streams',
    help: 'Streams that wait because an event could not be projected: see `projector retry`.',
    labelNames: ['model'],
    registers,
  });
  const waiting = new Gauge({
    name: 'lyceum_reactions_waiting',
    help: 'What reactors still have to do outside; `failing`: tried already, without success.',
    labelNames: ['reactor', 'state'],
    registers,
  });
  new Gauge({
    name: 'lyceum_log_head',
    help: 'The last position of the log.',
    registers,
    async collect() {
      // A database that does not answer must not take the other metrics away: these stay as they were.
      const standing = await readStanding(pool).catch(() => null);
      if (standing === null) return;
      this.set(standing.head);
      for (const row of standing.models) {
        position.set({ model: row.model }, Number(row.position));
        lag.set({ model: row.model }, Math.max(0, standing.head - Number(row.position)));
        parked.set({ model: row.model }, Number(row.parked));
      }
      for (const row of standing.reactions) {
        waiting.set({ reactor: row.reactor, state: 'waiting' }, Number(row.waiting) - Number(row.failing));
        waiting.set({ reactor: row.reactor, state: 'failing' }, Number(row.failing));
      }
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
    sealed: new Gauge({
      name: 'lyceum_log_sealed_position',
      help: 'The position up to which this process knows the log to be sealed.',
      registers,
    }),
  };
};
export type ProjectorMetrics = ReturnType<typeof createProjectorMetrics>;
