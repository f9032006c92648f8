import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '../../processes/wait-until.ts';
import { findProgramFailure } from '../../services/find-program-failure.ts';
import type { Cluster } from '../../start-cluster.ts';
import {
  compareWithLog,
  countCompleteSockets,
  type LoggedEvent,
  longestGap,
  longestGapOfAny,
} from '../accounting/compare-with-log.ts';
import { readLog } from '../accounting/read-log.ts';
import type { Sockets } from '../load/sockets.ts';
import { startVisitors } from '../load/visitors.ts';
import { startWriters } from '../load/writers.ts';
import { findMissingEffects, takeSnapshot } from './effect.ts';
import type { Fault } from './fault.ts';
import type { RoundResult } from './round-result.ts';

export type RoundOptions = {
  cluster: Cluster;
  sockets: Sockets;
  /** The position of the log before the sockets were opened. */
  positionBeforeSockets: number;
  /** Tokens of the Admins who write. */
  adminTokens: readonly string[];
  /** The average pause of each writer between two commands. */
  pauseMs: number;
};

/** How long the load goes on before the fault. */
const steadyMs = 3_000;
/** How long the load goes on after commands are acknowledged again, and once more after the repair. */
const afterwardsMs = 5_000;
const recoveryTimeoutMs = 120_000;
const healthyTimeoutMs = 180_000;
const socketsTimeoutMs = 90_000;

/** Waits until every socket has received each change to a course, or until a timeout. @returns the number of sockets that have received them. */
const waitForSockets = async (sockets: Sockets, events: readonly LoggedEvent[], logId: string) => {
  const countComplete = async () => countCompleteSockets(await sockets.report(), events, logId);
  return waitUntil('every socket has received each event', socketsTimeoutMs, async () =>
    (await countComplete()) === sockets.count ? sockets.count : null,
  ).catch(countComplete);
};

/**
 * Causes a fault under load, and waits until everything works again. Then compares the log with the acknowledged commands, the read
 * tables and the messages that the sockets have received, and verifies the seals.
 * @throws Error if the fault cannot be caused, or the cluster does not recover in time.
 */
export const runRound = async (fault: Fault, options: RoundOptions): Promise<RoundResult> => {
  const { cluster, sockets } = options;
  await cluster.waitUntilHealthy(healthyTimeoutMs);
  const { head: before, logId } = await readLog(cluster, options.positionBeforeSockets);
  const socketsBefore = await sockets.report();
  const writers = await startWriters({ ...options, edgeUrl: cluster.edgeUrl, tokens: options.adminTokens });
  const visitors = startVisitors(cluster.edgeUrl);
  await sleep(steadyMs);

  const snapshot = await takeSnapshot(cluster);
  const causedAt = performance.now();
  const repair = await fault.cause(cluster);
  // Answers that were already on their way when the fault occurred do not show a recovery.
  const settledAt = performance.now() + 1_000;
  await waitUntil('commands are acknowledged again', recoveryTimeoutMs, () =>
    (writers.acknowledgements.at(-1)?.at ?? 0) > settledAt ? true : null,
  );
  await sleep(afterwardsMs);
  await repair();
  await cluster.waitUntilHealthy(healthyTimeoutMs);
  const missingEffects = findMissingEffects(fault.effect, snapshot, await takeSnapshot(cluster));
  await sleep(afterwardsMs);
  const stoppedAt = performance.now();
  await writers.stop();
  await visitors.stop();

  const log = await waitUntil('the log can be read', recoveryTimeoutMs, () =>
    readLog(cluster, options.positionBeforeSockets),
  );
  const completeSockets = await waitForSockets(sockets, log.events, log.logId);
  const socketsAfter = await sockets.report();
  const checks = [
    await findProgramFailure(cluster, 'events/seals/main.ts', 'verify'),
    await findProgramFailure(cluster, 'projector/cli.ts', 'check'),
  ];
  return {
    fault,
    ...compareWithLog(
      writers.acknowledgements,
      log.events.filter(({ position }) => position > before),
      before,
    ),
    repeated: writers.acknowledgements.filter(({ attempts }) => attempts > 1).length,
    secondsWithoutCommands: longestGap(
      writers.acknowledgements.map(({ at }) => at),
      causedAt,
      stoppedAt,
    ),
    secondsWithoutReads: longestGapOfAny(
      visitors.answers.map((ofVisitor) => ofVisitor.map(({ at }) => at)),
      causedAt,
      stoppedAt,
    ),
    reads: visitors.answers.flat().length,
    failedReads: visitors.failures,
    staleReads: visitors.answers.flat().filter(({ isStale }) => isStale).length,
    sockets: sockets.count,
    completeSockets,
    reconnects: socketsAfter.reconnects - socketsBefore.reconnects,
    refetches: socketsAfter.refetches - socketsBefore.refetches,
    lateRefetches: socketsAfter.lateRefetches - socketsBefore.lateRefetches,
    editsWithoutCourse: writers.editsWithoutCourse,
    hasOtherHistory: log.logId !== logId,
    problems: [
      ...missingEffects,
      ...(log.areTimesOrdered ? [] : ['the recorded times run backwards']),
      ...writers.refusals.slice(0, 5),
      ...socketsAfter.errors.slice(socketsBefore.errors.length),
      ...(completeSockets === sockets.count
        ? []
        : [
            `the sockets are in these groups: ${JSON.stringify(socketsAfter.groups.slice(0, 5))}; the history of the log is ${log.logId}`,
          ]),
      ...checks.filter((problem) => problem !== null),
    ],
  };
};
