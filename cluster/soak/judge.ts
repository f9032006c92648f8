import { formatCount } from '../format-count.ts';
import type { ActsComparison } from './accounting/compare-acts.ts';
import { findGrowth, type GrowthLimit, levelsOf } from './measure/growth.ts';
import type { Kind, Measurements } from './measure/measure.ts';

/**
 * Returns how much each kind of series may grow. Three kinds have no limit: the database grows with the log, the rate depends on the
 * machine, and the slowest answers are those during an outage.
 * @param sockets the number of sockets. All of them may move to one node, where each is an open file.
 */
const growthLimits = (sockets: number): Partial<Record<Kind, GrowthLimit>> => ({
  // The memory depends on the time since V8's last collection, so this limit is wide. It is meant for growth outside V8's heap.
  memory: { ratio: 1.5, slack: 64 },
  keptMemory: { ratio: 1.25, slack: 10 },
  files: { ratio: 1.25, slack: 20 + sockets },
  postgresMemory: { ratio: 1.25, slack: 100 },
  connections: { ratio: 1.25, slack: 20 },
  wal: { ratio: 1.5, slack: 512 },
  latency: { ratio: 3, slack: 250 },
});

/** The findings of a soak. */
export type SoakResult = ActsComparison & {
  reads: number;
  failedReads: number;
  sockets: number;
  /** Sockets that have received each change to a course once and in order. */
  completeSockets: number;
  /** How often a socket was told to fetch everything again. Sockets that had missed more than 1,000 positions do not count. */
  refetches: number;
  /** The first refetches, as sentences. */
  refetchDetails: readonly string[];
  hasOtherHistory: boolean;
  /** Everything else that is wrong. */
  problems: readonly string[];
};

/** The share of reads that may fail, from 0 to 1: a failover closes the connections of readers, and HAProxy is restarted. */
const maxFailedReadsShare = 0.05;

/** Returns the kinds that have a growth limit, but no series that is long enough to tell whether it grows. */
export const findUnjudgedKinds = (
  { sockets }: Pick<SoakResult, 'sockets'>,
  measurements: Pick<Measurements, 'series'>,
): Kind[] =>
  (Object.keys(growthLimits(sockets)) as Kind[]).filter((kind) =>
    measurements.series(kind).every((series) => levelsOf(series) === null),
  );

/** Returns a sentence for each failure; none if the soak has passed. */
export const findSoakFailures = (
  result: SoakResult,
  measurements: Pick<Measurements, 'series'>,
): string[] => {
  const failedShare = result.failedReads / Math.max(1, result.reads);
  const althoughNothingLost = result.lost === 0 ? ' although nothing was lost' : '';
  const growing = Object.entries(growthLimits(result.sockets)).flatMap(([kind, limit]) =>
    measurements.series(kind as Kind).flatMap((series) => findGrowth(series, limit) ?? []),
  );
  return [
    ...(result.acknowledged > 0 ? [] : ['no command was acknowledged']),
    ...(result.lost === 0
      ? []
      : [formatCount(result.lost, 'acknowledged command is lost', 'acknowledged commands are lost')]),
    ...(result.executedTwice === 0
      ? []
      : [`${formatCount(result.executedTwice, 'command was', 'commands were')} executed twice`]),
    ...(result.isDense ? [] : ['positions have gaps']),
    ...(result.completeSockets === result.sockets
      ? []
      : [
          `${result.sockets - result.completeSockets} of ${result.sockets} sockets did not get each event once and in order`,
        ]),
    ...(result.hasOtherHistory ? [`another history has begun${althoughNothingLost}`] : []),
    ...(result.refetches === 0
      ? []
      : [
          `sockets had to fetch again ${formatCount(result.refetches, 'time', 'times')}${althoughNothingLost}`,
          ...result.refetchDetails,
        ]),
    ...(failedShare <= maxFailedReadsShare
      ? []
      : [
          `${(failedShare * 100).toFixed(1)} % of the reads failed, at most ${maxFailedReadsShare * 100} % are acceptable`,
        ]),
    ...growing,
    ...result.problems,
  ];
};
