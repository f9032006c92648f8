import { backoffMs } from '#concurrency/backoff-ms.ts';
import { pause } from '#concurrency/pause.ts';
import { describeFailure } from '#events/log/describe-failure.ts';
import { primaryRunOf } from '#events/log/primary-run.ts';
import { createWakeSignal } from '#events/log/wake-signal.ts';
import { createSealer } from '#events/seals/sealer.ts';
import { requireMigrations } from '#migrations/require-migrations.ts';
import type { Configuration } from '#platform/configuration.ts';
import type { ReadinessChecks } from '#platform/http/health.ts';
import { type IdentityVerifier, openIdentityVerifier } from '#platform/identity/identity-verifier.ts';
import { createLogger, type Logger } from '#platform/logging.ts';
import { createMetrics, type Metrics } from '#platform/metrics.ts';
import type { Tracing } from '#platform/tracing/tracing.ts';
import { databaseBackoff } from '../connection/database-backoff.ts';
import { toError } from '../connection/to-error.ts';
import type { Writer } from '../connection/writer.ts';
import { expireCommandAnswersDaily } from '../maintenance/expire-command-answers.ts';
import { dropOrphanedTablesRegularly } from '../maintenance/orphaned-tables.ts';
import { projections } from '../models/projections.ts';
import { createDeleteIdentityReactor, createIdentityDeleter } from '../reactors/delete-identity-reactor.ts';
import { runReactionLoop } from '../reactors/reaction-loop.ts';
import { createReactionOutbox } from '../reactors/reaction-outbox.ts';
import { createRemovalListReactor } from '../reactors/removal-list-reactor.ts';
import { createRemovalList } from '../removals/removal-list.ts';
import { repeatRemovals } from '../removals/repeat-removals.ts';
import { runProjections } from '../runner/run-projections.ts';
import { createObservers, isWorking } from './observers.ts';
import { createProjectorMetrics } from './projector-metrics.ts';
import { openResources } from './resources.ts';

type ProjectorOptions = {
  configuration: Configuration;
  /** Access to the identity provider; created from the configuration by default. */
  verifier?: Pick<IdentityVerifier, 'auth'>;
  logger?: Logger;
  metrics?: Metrics;
  /** By default no traces are recorded. The projector does not close `tracing`. */
  tracing?: Tracing | null;
  /** The time between two attempts of a standby process to become the leader, in milliseconds; 1,000 by default. */
  standbyPollMs?: number;
};

export type Projector = {
  /** Starts in the background. Errors are logged, shown by `/readyz` and retried until `stop` is called. */
  start(): void;
  /** Resolves when the projector leads or stands by for the first time. Rejects after 30 s, or if it is stopped earlier. */
  ready(): Promise<void>;
  /** Finishes the current page, gives up the lead and closes all connections. */
  stop(): Promise<void>;
  /** The checks of `/readyz`. */
  checks: ReadinessChecks;
  metrics: Metrics;
};

const readyTimeoutMs = 30_000;

/** Creates the projector of a process. As the leader it projects the log, seals it, runs reactions and does maintenance. */
export const createProjector = (options: ProjectorOptions): Projector => {
  const { configuration } = options;
  const logger = options.logger ?? createLogger({ service: 'projector', level: configuration.logLevel });
  const metrics = options.metrics ?? createMetrics();
  const resources = openResources(configuration, logger);
  const { pool, reader, vault } = resources;
  const ownVerifier = options.verifier ? null : openIdentityVerifier({ ...configuration.firebase });
  const auth = (options.verifier ?? ownVerifier)?.auth;
  const sealer = createSealer({ pool });
  const projectorMetrics = createProjectorMetrics(metrics.registry, pool, () => sealer.sealedUpTo);
  const { state, runner, reactions } = createObservers(logger, projectorMetrics, {
    tracing: options.tracing ?? null,
    reader,
  });
  const removalList =
    configuration.removalsFile === null ? null : createRemovalList(configuration.removalsFile);
  const reactors = [
    ...(removalList === null ? [] : [createRemovalListReactor(resources, removalList)]),
    createDeleteIdentityReactor({
      reader,
      deleteIdentity: async (uid) => auth && createIdentityDeleter(auth)(uid),
      destroyKeys: (userIds) => vault.destroy(userIds),
    }),
  ];
  const reactionsStored = createWakeSignal();
  const stopping = new AbortController();
  /** The run of the primary in which this process, as the leader, has applied the removals. */
  let removalsAppliedIn: string | null = null;
  let running: Promise<void> = Promise.resolve();
  let stopped: Promise<void> | null = null;

  /** Removes users again, because the vault, or all data, may come from a backup that is older than their removal. */
  const applyRemovals = async () => {
    const destroyed = await vault.reapplyRemovals();
    if (destroyed > 0)
      logger.warn({ destroyed }, 'the vault contained keys of removed users; they were destroyed again');
    const repeated = removalList === null ? 0 : await repeatRemovals(resources, removalList);
    if (repeated > 0)
      logger.warn({ repeated }, 'the log contained users who had been removed; they were removed again');
  };

  /** Applies the removals once per run of the primary, because the database may be restored while this process keeps running. */
  const applyRemovalsOnce = async (writer: Writer) => {
    const primaryRun = await writer.withClient(primaryRunOf);
    if (primaryRun === removalsAppliedIn) return;
    await applyRemovals();
    removalsAppliedIn = primaryRun;
  };

  /**
   * Checks the migrations and the master keys, creates the removal list, and applies the removals. Retries until all of this
   * succeeds or the signal aborts.
   */
  const prepare = async (signal: AbortSignal) => {
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      try {
        await requireMigrations(() => pool);
        await vault.requireMasterKeys();
        await removalList?.create();
        await applyRemovals();
        return;
      } catch (error) {
        runner.state('failing', toError(error));
        await pause(backoffMs(attempt, databaseBackoff), signal);
      }
    }
  };

  const seal = async (signal: AbortSignal) => {
    await sealer.run(signal, (error) => logger.error({ err: error }, 'the log could not be sealed'));
  };
  const leaderTasks = async (writer: Writer, signal: AbortSignal) => {
    await Promise.all([
      runReactionLoop(writer, reactors, reactionsStored, reactions, signal),
      seal(signal),
      expireCommandAnswersDaily(pool, signal, {
        done: (deleted) => logger.info({ deleted }, 'answers of old commands were deleted'),
        failed: (error) => logger.warn({ err: error }, 'answers of old commands could not be deleted'),
      }),
      dropOrphanedTablesRegularly({ openWriter: resources.openWriter, projections }, signal, {
        done: (dropped) => logger.warn({ dropped }, 'orphaned tables of a killed build were dropped'),
        failed: (error) => logger.warn({ err: error }, 'orphaned tables could not be dropped'),
      }),
    ]);
  };

  return {
    metrics,
    checks: {
      projector: () =>
        isWorking(state) ? null : `${state.name}${state.error ? `: ${describeFailure(state.error)}` : ''}`,
    },
    start() {
      running = (async () => {
        await prepare(stopping.signal);
        await runProjections(
          {
            openWriter: () => resources.openWriter(),
            reader,
            projections,
            outbox: createReactionOutbox(reactors, reactionsStored.wake),
            observer: runner,
            beforeLeading: applyRemovalsOnce,
            afterCommit: sealer.wake,
            leaderTasks,
            ...(options.standbyPollMs === undefined ? {} : { standbyPollMs: options.standbyPollMs }),
          },
          stopping.signal,
        );
      })();
      running.catch((error: unknown) => runner.state('failing', toError(error)));
    },
    async ready() {
      const timedOut = pause(readyTimeoutMs, stopping.signal).then(() => {
        if (isWorking(state)) return;
        throw new Error(
          `The projector is not ready: ${state.name}. ${state.error ? describeFailure(state.error) : ''}`,
        );
      });
      await Promise.race([state.started, timedOut]);
      // Once the projector has started, nobody awaits the timeout.
      timedOut.catch(() => {});
    },
    stop() {
      stopped ??= (async () => {
        stopping.abort();
        await running.catch(() => {});
        await ownVerifier?.close();
        await resources.close();
      })();
      return stopped;
    },
  };
};
