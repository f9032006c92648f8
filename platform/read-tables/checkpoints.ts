import type { Generated } from 'kysely';

/** `read.checkpoints`: the checkpoint of each read model. It changes in the same transaction as the model's tables. */
export type CheckpointsTable = {
  model: string;
  /** Everything up to this position is in the model's tables (except parked streams). */
  position: Generated<number>;
  /** The last position that could have changed the model's answers; used in entity tags. */
  relevant_position: Generated<number>;
  /** Incremented when rows change without a new position, for example by a retry of parked streams or a rebuild. Clients then refetch. */
  epoch: Generated<number>;
  updated_at: Generated<Date>;
};

/** A model that is further behind than this counts as current only up to its checkpoint, so that the query looks at few events. */
const maxPendingEvents = 200;

/**
 * Returns a query for the checkpoints of all models. `current_up_to` is the position up to which the tables of a model are current. It is
 * the one before the first event that the model has not reached and does not ignore (`read.ignored_events`), or `head` if there is no such
 * event.
 *
 * `pending` has the types of the events that at least one model has not reached. Models that are too far behind do not matter here. Most of
 * the time `pending` is empty, and then it costs one index lookup.
 *
 * `event_at` is the time of the event that was at a model's checkpoint when the model was projected. If the log's event at that position
 * has a different time, the model may come from a different backup. It then counts as current only up to its checkpoint.
 * @param head SQL for the last position of the log: a column, so that the text of the query stays the same and is prepared only once.
 * @param schema the schema of the read tables with a dot; empty if it is in the search path.
 */
export const checkpointsSql = (head: string, schema: 'read.' | '' = ''): string => `
  with pending as materialized (
    select e.position, e.type from log.events e
    where e.position > (
      select min(c.position) from ${schema}checkpoints c where c.position >= ${head} - ${maxPendingEvents})
    order by e.position limit ${maxPendingEvents})
  select c.model, c.position, c.relevant_position, c.epoch,
    case when c.position < ${head} and c.position >= ${head} - ${maxPendingEvents}
        and c.event_at = (select e.recorded_at from log.events e where e.position = c.position)
      then coalesce(
        (select min(p.position) - 1 from pending p
          where p.position > c.position and p.type <> all (coalesce(i.event_types, '{}'))),
        ${head})
      else c.position end as current_up_to
  from ${schema}checkpoints c left join ${schema}ignored_events i on i.model = c.model`;

/** The channel on which the projector announces new checkpoints, when the transaction that moved them commits. */
export const checkpointChannel = 'lyceum_checkpoint';

/** The JSON payload of a notification on {@link checkpointChannel}: the changed models with their new checkpoints. */
export type CheckpointNotice = Record<string, { position: number; relevantPosition: number; epoch: number }>;
