import type { Pool } from 'pg';
import { coalesce } from './coalesce.ts';

/** How far one read model is: see the columns of `read.checkpoints`. */
export type ModelStanding = {
  position: number;
  /** The last position that could have changed what the model answers. */
  relevant: number;
  /** One more whenever rows changed without a new position. */
  epoch: number;
  /** Streams with an event that the model could not take in; what they say is old until they are retried. */
  parked: number;
};

/** The log and the read models as they stand at one moment. */
export type Standing = { logId: string; head: number; models: ReadonlyMap<string, ModelStanding> };

const headSql = `
  coalesce((select max(position) from log.events), 0)::float8 as head,
  (select id from log.identity) as "logId"`;

const modelsSql = `
  coalesce((
    select json_agg(json_build_object(
      'model', c.model, 'position', c.position, 'relevant', c.relevant_position, 'epoch', c.epoch,
      'parked', (select count(*) from parked p where p.model = c.model)))
    from checkpoints c), '[]') as models`;

type HeadRow = { head: number; logId: string };
type ModelsRow = { models: (ModelStanding & { model: string })[] };

const only = <R>(rows: R[]): R => {
  const [row] = rows;
  if (row === undefined) throw new Error('A query that always has one row had none.');
  return row;
};

/**
 * Reads the log's head and all checkpoints, in one round trip that concurrent callers share. Where the tables are
 * read from a replica the head still comes from the primary (what was acknowledged is there), beside it.
 * @param pools `primary` may read the log; `tables` is the same pool, or a replica's.
 * @param end where the log ended, for who sees it as it was.
 */
export const openPositions = (
  pools: { primary: Pool; tables: Pool },
  end = Number.POSITIVE_INFINITY,
): (() => Promise<Standing>) => {
  const { primary, tables } = pools;
  const ask = async (): Promise<HeadRow & ModelsRow> => {
    if (primary === tables) {
      const { rows } = await primary.query<HeadRow & ModelsRow>({
        name: 'standing',
        text: `select ${headSql}, ${modelsSql}`,
      });
      return only(rows);
    }
    const [head, models] = await Promise.all([
      primary.query<HeadRow>({ name: 'head', text: `select ${headSql}` }),
      tables.query<ModelsRow>({ name: 'models', text: `select ${modelsSql}` }),
    ]);
    return { ...only(head.rows), ...only(models.rows) };
  };
  return coalesce(async () => {
    const { logId, head, models } = await ask();
    return {
      logId,
      head: Math.min(head, end),
      models: new Map(models.map(({ model, ...standing }) => [model, standing])),
    };
  });
};

/** The position up to which all of these models are; 0 where one is not known (yet). */
export const reachedBy = (standing: Standing, models: readonly string[]): number =>
  Math.min(...models.map((model) => standing.models.get(model)?.position ?? 0));
