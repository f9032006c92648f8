import { openSealer } from '#events/seals/sealer.ts';
import type { Configuration } from '#platform/configuration.ts';
import type { ReadinessChecks } from '#platform/http/health.ts';
import { type IdentityVerifier, openIdentityVerifier } from '#platform/identity/verify.ts';
import { createLogger, type Logger } from '#platform/logging.ts';
import { createMetrics, type Metrics } from '#platform/metrics.ts';
import { createBell } from '../connection/bell.ts';
import { backOff, pause } from '../connection/pause.ts';
import type { Writer } from '../connection/writer.ts';
import { expireCommandsDaily } from '../keeping/expire-commands.ts';
import { clearLeftoversRegularly } from '../keeping/leftovers.ts';
import { projections } from '../projections.ts';
import { deleteIdentityAt } from '../reactors/delete-identity.ts';
import { createDesk } from '../reactors/desk.ts';
import { identityRemoval } from '../reactors/identity-removal.ts';
import { workOnReactions } from '../reactors/work-on.ts';
import { run } from '../runner/runner.ts';
import { observe } from './observe.ts';
import { createProjectorMetrics } from './projector-metrics.ts';
import { openResources } from './resources.ts';

export type ProjectorOptions = {
  configuration: Configuration;
  /** firebase-admin's interface to the identity provider; one is made from the configuration unless given. */
  verifier?: Pick<IdentityVerifier, 'auth'>;
  logger?: Logger;
  metrics?: Metrics;
  /** How often a process that stands by asks for the lead, in milliseconds; a second unless given. */
  standByMs?: number;
};

export type Projector = {
  /** Begins to work in the background; what goes wrong is tried again for ever and told by logs and readiness. */
  start(): void;
  /** Resolves when it leads or stands by. @throws after 30 s, with what is wrong. */
  ready(): Promise<void>;
  /** Ends the page in work, lets go of the lead and of all connections. */
  stop(): Promise<void>;
  /** For `/readyz`. */
  checks: ReadinessChecks;
  metrics: Metrics;
};

const readyWithinMs = 30_000;

/** Everything that a process needs to project the log, seal it, and do what removals ask for outside. */
export const createProjector = (options: ProjectorOptions): Projector => {
  const { configuration } = options;
  const logger = options.logger ?? createLogger({ service: 'projector', level: configuration.logLevel });
  const metrics = options.metrics ?? createMetrics();
  const resources = openResources(configuration, logger);
  const { pool, reader, vault } = resources;
  const own = options.verifier ? null : openIdentityVerifier({ ...configuration.firebase });
  const auth = (options.verifier ?? own)?.auth;
  const sealer = openSealer({ pool });
  const measured = createProjectorMetrics(metrics.registry, pool, () => sealer.sealedUpTo);
  const { state, runner, reactions } = observe(logger, measured);
  const reactors = [
    identityRemoval({
      reader,
      deleteIdentity: async (uid) => auth && deleteIdentityAt(auth)(uid),
      destroyKeys: (persons) => vault.destroy(persons),
    }),
  ];
  const bell = createBell();
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let stopped: Promise<void> | null = null;

  /** A vault that was put back from a backup must forget again whom it had forgotten, before anybody is projected. */
  const applyRemovals = async (signal: AbortSignal) => {
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      try {
        await vault.requireMasterKeys();
        const destroyed = await vault.applyRemovals();
        if (destroyed > 0) logger.warn({ destroyed }, 'keys of removed persons were in the vault: destroyed');
        return;
      } catch (error) {
        runner.state('failing', error as Error);
        await pause(backOff(attempt), signal);
      }
    }
  };

  const seal = async (signal: AbortSignal) => {
    await sealer.run(signal, (error) => logger.error({ err: error }, 'the log could not be sealed'));
  };
  const besides = async (writer: Writer, signal: AbortSignal) => {
    await Promise.all([
      workOnReactions(writer, reactors, bell, reactions, signal),
      seal(signal),
      expireCommandsDaily(pool, signal, {
        done: (forgotten) => logger.info({ forgotten }, 'answers of old commands were forgotten'),
        failed: (error) => logger.warn({ err: error }, 'answers of old commands could not be forgotten'),
      }),
      clearLeftoversRegularly({ openWriter: resources.openWriter, projections }, signal, {
        done: (cleared) => logger.warn({ cleared }, 'tables that a killed build had left were dropped'),
        failed: (error) => logger.warn({ err: error }, 'left tables could not be dropped'),
      }),
    ]);
  };

  return {
    metrics,
    checks: {
      projector: () =>
        state.now === 'leading' || state.now === 'standing-by'
          ? null
          : `${state.now}${state.error ? `: ${state.error.message}` : ''}`,
    },
    start() {
      running = (async () => {
        await applyRemovals(stopping.signal);
        await run(
          {
            openWriter: () => resources.openWriter(),
            reader,
            projections,
            desk: createDesk(reactors, bell.ring),
            observer: runner,
            afterCommit: sealer.wake,
            besides,
            ...(options.standByMs === undefined ? {} : { standByMs: options.standByMs }),
          },
          stopping.signal,
        );
      })();
      running.catch((error: unknown) => runner.state('failing', error as Error));
    },
    async ready() {
      const late = pause(readyWithinMs, stopping.signal).then(() => {
        if (state.now === 'leading' || state.now === 'standing-by') return;
        throw new Error(`The projector is not ready: ${state.now}. ${state.error?.message ?? ''}`);
      });
      await Promise.race([state.started, late]);
      late.catch(() => {});
    },
    stop() {
      stopped ??= (async () => {
        stopping.abort();
        await running.catch(() => {});
        await own?.close();
        await resources.close();
      })();
      return stopped;
    },
  };
};
