import { p50, p99 } from '../harness/statistics.ts';
import { readFamilyMs, readProcessMs } from './load/process-time.ts';
import { type Load, type LoadResult, runLoad } from './load/run-load.ts';

/** A load that is measured in turn with others, and the processes that serve it. */
export type Contestant = {
  name: string;
  processes: Record<string, number>;
  createLoad: () => Promise<Load> | Load;
  /** Waits before each run, for example until the read tables have caught up. */
  settle: () => Promise<void>;
};

/** The results of a contestant in all rounds that count. */
export type Measured = {
  /** Answers per second, by round. */
  rates: number[];
  /** The number of answers, including those of the discarded round. */
  acknowledged: number;
  p50Ms: number;
  p99Ms: number;
  bytesPerAnswer: number;
  /** Processor time per answer in microseconds, by process. */
  processorUs: Record<string, number>;
};

type Total = { runs: LoadResult[]; acknowledged: number; processorMs: Map<string, number> };

/** The name under which the processor time of PostgreSQL is reported. */
const postgresName = 'PostgreSQL';

/** `postmaster`: the process id of PostgreSQL's main process. */
export type RoundOptions = { rounds: number; durationMs: number; connections: number; postmaster: number };

/**
 * Measures contestants in turn, in varying order, so that other load on the machine affects all of them alike. The first round
 * is discarded.
 * @returns the results by the name of the contestant.
 */
export const measureInTurns = async (
  contestants: readonly Contestant[],
  { rounds, durationMs, connections, postmaster }: RoundOptions,
): Promise<Map<string, Measured>> => {
  const totals = new Map<string, Total>(
    contestants.map(({ name }) => [name, { runs: [], acknowledged: 0, processorMs: new Map() }]),
  );
  for (let round = 0; round <= rounds; round += 1)
    for (let turn = 0; turn < contestants.length; turn += 1) {
      const contestant = contestants[(turn + round) % contestants.length];
      const total = totals.get(contestant?.name ?? '');
      if (!contestant || !total) continue;
      await contestant.settle();
      const load = await contestant.createLoad();
      const readTimes = () => [
        ...Object.entries(contestant.processes).map(([name, pid]) => [name, readProcessMs(pid)] as const),
        [postgresName, readFamilyMs(postmaster)] as const,
      ];
      const before = new Map(readTimes());
      const result = await runLoad(load, { connections, durationMs });
      total.acknowledged += result.answers;
      if (round === 0) continue;
      total.runs.push(result);
      for (const [name, ms] of readTimes())
        total.processorMs.set(
          name,
          (total.processorMs.get(name) ?? 0) + Math.max(0, ms - (before.get(name) ?? 0)),
        );
    }
  return new Map([...totals].map(([name, total]) => [name, summarize(total)]));
};

const summarize = ({ runs, acknowledged, processorMs }: Total): Measured => {
  const latencies = runs.flatMap(({ latenciesMs }) => latenciesMs);
  const answers = latencies.length;
  return {
    rates: runs.map((run) => run.answers / run.seconds),
    acknowledged,
    p50Ms: p50(latencies),
    p99Ms: p99(latencies),
    bytesPerAnswer: runs.reduce((sum, { bytes }) => sum + bytes, 0) / answers,
    processorUs: Object.fromEntries([...processorMs].map(([name, ms]) => [name, (ms * 1_000) / answers])),
  };
};
