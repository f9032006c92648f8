import type { Pool } from 'pg';
import { primaryRunSql } from '#events/log/primary-run.ts';
import { retryLaterError } from '#platform/problems.ts';
import { coalesce } from './coalesce.ts';
import { confirmHistoryWith, createHistoryGuard } from './history-guard.ts';
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
  /** By this id clients and caches know the log: that of its history, which is another one after a loss of events. */
  logId: string;
  head: number;
  models: ReadonlyMap<string, ModelCheckpoint>;
  /** The primary does not answer: the head is that of the replica, which may lag behind. */
  isPrimaryUnreachable: boolean;
};

const headColumns = `
  coalesce(last.position, 0)::float8 as head, last.command_id as "headCommand",
  (extract(epoch from last.recorded_at) * 1000000)::bigint::text as "headAt",
  coalesce(history.id, identity.id) as "logId", ${primaryRunSql} as "primaryRun"`;

const headTables = `
  log.identity cross join log.history
    left join lateral (
      select position, command_id, recorded_at from log.events order by position desc limit 1) as last on true`;

const modelsSql = `
  coalesce((
    select json_agg(json_build_object(
      'model', c.model, 'position', c.position, 'relevantPosition', c.relevant_position, 'epoch', c.epoch,
      'parkedStreams', (select count(*) from parked p where p.model = c.model)))
    from checkpoints c), '[]') as models`;

const headQuery = { name: 'head', text: `select ${headColumns} from ${headTables}` };
const hasEventQuery = `select from log.events
  where position = $1 and command_id = $2 and (extract(epoch from recorded_at) * 1000000)::bigint = $3`;
const headAndModelsQuery = {
  name: 'checkpoints',
  text: `select ${headColumns}, ${modelsSql} from ${headTables}`,
};

type HeadRow = {
  head: number;
  headCommand: string | null;
  headAt: string | null;
  logId: string;
  primaryRun: string | null;
};
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
  const guardHistory = createHistoryGuard();

  /** Asks the primary, and detects lost events. A connection that fails is not used again. */
  const askPrimary = async <R extends HeadRow>(query: { name: string; text: string }): Promise<R> => {
    const client = await primary.connect();
    let failure: Error | undefined;
    try {
      const row = singleRow((await client.query<R>(query)).rows);
      const { logId: historyId, primaryRun, head: position, headCommand: command, headAt: at } = row;
      const logId = await guardHistory(
        { historyId, primaryRun, head: { position, command, at } },
        confirmHistoryWith(client),
      );
      return { ...row, logId };
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
      throw error;
    } finally {
      client.release(failure);
    }
  };

  /** The run of the primary in which the replica was compared with it last. */
  let comparedIn: string | null = null;

  /**
   * Requires, once per run of the primary, that the primary has the last event of the replica. A replica that received
   * more than the primary that was promoted has lost events in its tables, and cannot follow that primary.
   * @throws problem `unavailable`
   */
  const requireSameHistory = async (primaryRun: string | null): Promise<void> => {
    if (comparedIn === primaryRun) return;
    const { head, headCommand, headAt } = singleRow((await tables.query<HeadRow>(headQuery)).rows);
    const { rowCount } = await primary.query(hasEventQuery, [head, headCommand, headAt]);
    if (head > 0 && rowCount === 0)
      throw retryLaterError(
        'unavailable',
        `The read database has an event at position ${head} that the log does not have. Create this replica anew.`,
        2,
      );
    comparedIn = primaryRun;
  };

  const query = async (): Promise<
    Pick<HeadRow, 'head' | 'logId'> & ModelsRow & { isPrimaryUnreachable?: boolean }
  > => {
    if (monitor === null) return askPrimary<HeadRow & ModelsRow>(headAndModelsQuery);
    const [head, models] = await Promise.all([
      monitor.ask(() => askPrimary<HeadRow>(headQuery)),
      tables.query<ModelsRow>({ name: 'models', text: `select ${modelsSql}` }),
    ]);
    if (head !== null) {
      await requireSameHistory(head.primaryRun);
      return { ...head, ...singleRow(models.rows) };
    }
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
