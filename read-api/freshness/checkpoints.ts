import type { Pool } from 'pg';
import { coalesce } from './coalesce.ts';

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
export type Checkpoints = { logId: string; head: number; models: ReadonlyMap<string, ModelCheckpoint> };

const headSql = `
  coalesce((select max(position) from log.events), 0)::float8 as head,
  (select id from log.identity) as "logId"`;

const modelsSql = `
  coalesce((
    select json_agg(json_build_object(
      'model', c.model, 'position', c.position, 'relevantPosition', c.relevant_position, 'epoch', c.epoch,
      'parkedStreams', (select count(*) from parked p where p.model = c.model)))
    from checkpoints c), '[]') as models`;

type HeadRow = { head: number; logId: string };
type ModelsRow = { models: (ModelCheckpoint & { model: string })[] };

const singleRow = <R>(rows: R[]): R => {
  const [row] = rows;
  if (row === undefined) throw new Error('A query that always returns one row returned none.');
  return row;
};

/**
 * Creates a function that reads the head of the log and all checkpoints, in one round trip that concurrent callers
 * share. If the read tables are on a replica, the head still comes from the primary.
 * @param pools `primary` can read the log; `tables` is the same pool or that of a replica.
 * @param endPosition the position at which the log ends for a view of the past.
 */
export const createCheckpointReader = (
  { primary, tables }: { primary: Pool; tables: Pool },
  endPosition = Number.POSITIVE_INFINITY,
): (() => Promise<Checkpoints>) => {
  const query = async (): Promise<HeadRow & ModelsRow> => {
    if (primary === tables) {
      const { rows } = await primary.query<HeadRow & ModelsRow>({
        name: 'checkpoints',
        text: `select ${headSql}, ${modelsSql}`,
      });
      return singleRow(rows);
    }
    const [head, models] = await Promise.all([
      primary.query<HeadRow>({ name: 'head', text: `select ${headSql}` }),
      tables.query<ModelsRow>({ name: 'models', text: `select ${modelsSql}` }),
    ]);
    return { ...singleRow(head.rows), ...singleRow(models.rows) };
  };
  return coalesce(async () => {
    const { logId, head, models } = await query();
    return {
      logId,
      head: Math.min(head, endPosition),
      models: new Map(models.map(({ model, ...checkpoint }) => [model, checkpoint])),
    };
  });
};

/** Returns the position that all of these read models have reached; 0 if one of them has no checkpoint. */
export const reachedPosition = ({ models }: Checkpoints, names: readonly string[]): number =>
  Math.min(...names.map((name) => models.get(name)?.position ?? 0));
