import { randomUUID } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
import { primaryRunSql } from '#events/log/primary-run.ts';
import { ProblemError, retryLaterError } from '#platform/problems.ts';
import { checkpointsSql } from '#platform/read-tables/checkpoints.ts';
import type { SingleServer } from '../single-server-pool.ts';
import { coalesce } from './coalesce.ts';
import { confirmHistoryWith, createHistoryGuard } from './history-guard.ts';
import type { PrimaryMonitor } from './primary-monitor.ts';

/** The checkpoint of one read model; see the columns of `read.checkpoints`. */
type ModelCheckpoint = {
  position: number;
  /**
   * The position up to which the tables are current. It is beyond `position` if the model ignores the next events, because
   * projecting them does not change its tables.
   */
  currentUpTo: number;
  /** The last position that may have changed an answer of the read model. */
  relevantPosition: number;
  /** Grows whenever rows change without a new position. */
  epoch: number;
  /** The number of streams with an event that could not be applied yet. */
  parkedStreams: number;
};

/** The head of the log and the checkpoints of all read models. */
export type Checkpoints = {
  /**
   * The id of the history of the log. It changes when the log loses events. Clients and caches then know that their
   * positions are no longer valid.
   */
  logId: string;
  head: number;
  models: ReadonlyMap<string, ModelCheckpoint>;
  /** Whether the primary does not answer. The head is then that of the replica, which may lag behind. */
  isPrimaryUnreachable: boolean;
  /** How long the primary has not answered; 0 if it answers. */
  outageMs: number;
  /** The last position of the log on the replica; null without a replica. */
  replicaPosition: number | null;
  /** The replica from which the checkpoints were read; null without a replica. */
  replicaServer: string | null;
  /**
   * Identifies the log in entity tags: `logId`, or during an outage an id of that outage, so that answers from the outage
   * are never taken for current ones afterwards. The replica may have events that the next primary lacks, or may not have
   * reached the beginning of the current history.
   */
  entityTagId: string;
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
      'model', c.model, 'position', c.position, 'currentUpTo', c.current_up_to,
      'relevantPosition', c.relevant_position, 'epoch', c.epoch,
      'parkedStreams', (select count(*) from parked p where p.model = c.model)))
    from (${checkpointsSql('last.position')}) as c), '[]') as models`;

const headQuery = { name: 'head', text: `select ${headColumns} from ${headTables}` };
/** An archived event is old, so it is not among those that a failover can lose. */
const hasEventQuery = `select from log.events
    where position = $1 and command_id = $2 and (extract(epoch from recorded_at) * 1000000)::bigint = $3
  union all select from log.segments where $1 between first_position and last_position`;
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

const requireSingleRow = <R>(rows: R[]): R => {
  const [row] = rows;
  if (row === undefined) throw new Error('A query that always returns one row returned none.');
  return row;
};

/** Runs queries on one connection of a pool. After an error other than a problem, the connection is closed. */
const withClient = async <T>(pool: Pool, work: (client: ClientBase) => Promise<T>): Promise<T> => {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    return await work(client);
  } catch (error) {
    if (!(error instanceof ProblemError)) failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    client.release(failure);
  }
};

const toReportedHead = ({ logId: historyId, primaryRun, head: position, headCommand, headAt }: HeadRow) => ({
  ...{ historyId, primaryRun },
  head: { position, command: headCommand, at: headAt },
});

/**
 * Requires that the primary has the last event of the replica. After a failover, the new primary may have fewer events than
 * this replica. The tables of the replica then contain lost events, and the replica cannot follow the new primary.
 * @throws problem `unavailable`
 */
const requireReplicaHead = async (
  { head, headCommand, headAt }: HeadRow,
  primary: ClientBase,
): Promise<void> => {
  const { rowCount } = await primary.query(hasEventQuery, [head, headCommand, headAt]);
  if (head > 0 && rowCount === 0)
    throw retryLaterError(
      'unavailable',
      `The read database has an event at position ${head} that the log does not have. Create this replica anew.`,
      2,
    );
};

/**
 * Creates a function that reads the head of the log and all checkpoints. Concurrent callers share the queries. If the read
 * tables are on a replica, the head still comes from the primary, as long as it answers.
 * @param dependencies.primary returns a pool that can read the log.
 * @param dependencies.tables the same pool, or that of a replica.
 * @param dependencies.tablesServer identifies the replica, if there is one.
 * @param dependencies.monitor watches the primary; null without a replica.
 * @param endPosition the position at which the log ends for a view of the past.
 */
export const createCheckpointReader = (
  {
    primary,
    tables,
    tablesServer,
    monitor,
  }: {
    primary: () => Pool;
    tables: Pool;
    tablesServer: SingleServer | null;
    monitor: PrimaryMonitor | null;
  },
  endPosition = Number.POSITIVE_INFINITY,
): (() => Promise<Checkpoints>) => {
  const guard = createHistoryGuard();
  let outage: { tagId: string; since: number } | null = null;
  /** For each connection to a replica, the run of the primary with which it was last compared. */
  const comparedIn = new WeakMap<ClientBase, string | null>();

  /** Asks the primary, and detects lost events. @param check runs on the same connection. */
  const askPrimary = <R extends HeadRow>(
    query: { name: string; text: string },
    check?: (client: ClientBase) => Promise<void>,
  ): Promise<R> =>
    withClient(primary(), async (client) => {
      const row = requireSingleRow((await client.query<R>(query)).rows);
      const logId = await guard.checkHead(toReportedHead(row), confirmHistoryWith(client));
      await check?.(client);
      return { ...row, logId };
    });

  /** Asks the replica for its head and its checkpoints, as of the same moment. */
  const askReplica = () =>
    withClient(tables, async (client) => ({
      client,
      server: tablesServer?.of(client) ?? null,
      row: requireSingleRow((await client.query<HeadRow & ModelsRow>(headAndModelsQuery)).rows),
    }));

  /**
   * Returns the head of the primary; null if the primary does not answer. Once for each connection to the replica and each
   * run of the primary, it checks that the primary has the last event of the replica.
   */
  const askHead = async (
    monitored: PrimaryMonitor,
    replicaAnswer: ReturnType<typeof askReplica>,
  ): Promise<HeadRow | null> => {
    const [head, replica] = await Promise.all([
      monitored.ask(() => askPrimary<HeadRow>(headQuery)),
      replicaAnswer,
    ]);
    if (head === null || comparedIn.get(replica.client) === head.primaryRun) return head;
    const compared = await monitored.ask(() =>
      askPrimary<HeadRow>(headQuery, (client) => requireReplicaHead(replica.row, client)),
    );
    if (compared) comparedIn.set(replica.client, compared.primaryRun);
    return compared;
  };

  const readHeadAndModels = async (): Promise<Omit<Checkpoints, 'models'> & ModelsRow> => {
    if (monitor === null) {
      const { logId, head, models } = await askPrimary<HeadRow & ModelsRow>(headAndModelsQuery);
      return {
        ...{ logId, head, models, replicaPosition: null, replicaServer: null },
        ...{ isPrimaryUnreachable: false, outageMs: 0, entityTagId: logId },
      };
    }
    const replicaAnswer = askReplica();
    const [primaryHead, { row, server: replicaServer }] = await Promise.all([
      askHead(monitor, replicaAnswer),
      replicaAnswer,
    ]);
    const { models, head: replicaPosition } = row;
    const replicaLogId = guard.noteReplica(toReportedHead(row));
    if (primaryHead !== null) {
      outage = null;
      const { logId, head } = primaryHead;
      return {
        ...{ logId, head, models, replicaPosition, replicaServer },
        ...{ isPrimaryUnreachable: false, outageMs: 0, entityTagId: logId },
      };
    }
    outage ??= { tagId: randomUUID(), since: performance.now() };
    return {
      ...{ logId: replicaLogId, head: replicaPosition, models, replicaPosition, replicaServer },
      isPrimaryUnreachable: true,
      outageMs: performance.now() - outage.since,
      entityTagId: outage.tagId,
    };
  };
  return coalesce(async () => {
    const { head, models, ...log } = await readHeadAndModels();
    return {
      ...log,
      head: Math.min(head, endPosition),
      models: new Map(models.map(({ model, ...checkpoint }) => [model, checkpoint])),
    };
  });
};

/** Returns the position up to which all events are projected into all of these read models; 0 if one of them has no checkpoint. */
export const reachedPosition = ({ models }: Checkpoints, names: readonly string[]): number =>
  Math.min(...names.map((name) => models.get(name)?.position ?? 0));

/** Returns the position up to which all of these read models are current; 0 if one of them has no checkpoint. */
export const currentPosition = ({ models }: Checkpoints, names: readonly string[]): number =>
  Math.min(...names.map((name) => models.get(name)?.currentUpTo ?? 0));
