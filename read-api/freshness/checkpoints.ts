import type { Pool } from 'pg';
import { coalesce } from './coalesce.ts';
import type { PrimaryMonitor } from './primary-monitor.ts';

/** The checkpoint of one read model; see the columns of `read.checkpoints`. */
type ModelCheckpoint = {
  position: number;
  /** The last position that may have changed an answer of the read model. */
  relevantPosition: number;
  /** Grows whenever rows change without a new position. */
  epoch: number;
  /** The number of streams with an event that could not be applied yet. */
  parkedStreams: number;
};

/** The head of the log and the checkpoints of all read models at one moment. */
export type Checkpoints = {
  logId: string;
  head: number;
  models: ReadonlyMap<string, ModelCheckpoint>;
  /** The primary does not answer: the head is that of the replica, which may lag behind. */
  isPrimaryUnreachable: boolean;
};

const headSql = `
  coalesce((select max(position) from log.events), 0)::float8 as head,
  (select id from log.identity) as "logId"`;

const modelsSql = `
  coalesce((
    select json_agg(json_build_object(
      'model', c.model, 'position', c.position, 'relevantPosition', c.relevant_position, 'epoch', c.epoch,
      'parkedStreams', (select count(*) from parked p where p.model = c.model)))
    from checkpoints c), '[]') as models`;

const headQuery = { name: 'head', text: `select ${headSql}` };

type HeadRow = { head: number; logId: string };
type ModelsRow = { models: (ModelCheckpoint & { model: string })[] };

const singleRow = <R>(rows: R[]): R => {
  const [row] = rows;
  if (row === undefined) throw new Error('A query that always returns one row returned none.');
  return row;
};

/**
 * Creates a function that reads the head of the log and all checkpoints, in one round trip that concurrent callers
 * share. If the read tables are on a replica, the head still comes from the primary, as long as it answers.
 * @param pools `primary` can read the log; `tables` is the same pool or that of a replica. `monitor` watches the primary
 * if there is a replica.
 * @param endPosition the position at which the log ends for a view of the past.
 */
export const createCheckpointReader = (
  { primary, tables, monitor }: { primary: Pool; tables: Pool; monitor: PrimaryMonitor | null },
  endPosition = Number.POSITIVE_INFINITY,
): (() => Promise<Checkpoints>) => {
  const query = async (): Promise<HeadRow & ModelsRow & { isPrimaryUnreachable?: boolean }> => {
    if (monitor === null) {
      const { rows } = await primary.query<HeadRow & ModelsRow>({
        name: 'checkpoints',
        text: `select ${headSql}, ${modelsSql}`,
      });
      return singleRow(rows);
    }
    const [head, models] = await Promise.all([
      monitor.ask(() => primary.query<HeadRow>(headQuery)),
      tables.query<ModelsRow>({ name: 'models', text: `select ${modelsSql}` }),
    ]);
    if (head !== null) return { ...singleRow(head.rows), ...singleRow(models.rows) };
    const { rows } = await tables.query<HeadRow>(headQuery);
    return { ...singleRow(rows), ...singleRow(models.rows), isPrimaryUnreachable: true };
  };
  return coalesce(async () => {
    const { logId, head, models, isPrimaryUnreachable = false } = await query();
    return {
      ...{ logId, isPrimaryUnreachable },
      head: Math.min(head, endPosition),
      models: new Map(models.map(({ model, ...checkpoint }) => [model, checkpoint])),
    };
  });
};

/** Returns the position that all of these read models have reached; 0 if one of them has no checkpoint. */
export const reachedPosition = ({ models }: Checkpoints, names: readonly string[]): number =>
  Math.min(...names.map((name) => models.get(name)?.position ?? 0));
