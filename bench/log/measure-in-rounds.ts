import type { Server } from '../harness/benchmark-server.ts';
import type { Row } from '../harness/report.ts';
import { median } from '../harness/statistics.ts';
import type { ScenarioContext } from './scenario.ts';
import type { Store, StoreKind } from './stores/store.ts';
import { Workload } from './workload.ts';

type Contestant = {
  name: string;
  kind: StoreKind;
  inFlight: number;
  /** Events per append. Default: 1. */
  events?: number;
  /** Prepares the database after the store is opened. @returns a function that undoes the preparation. */
  prepare?: (url: string) => Promise<() => Promise<void>>;
};

type RunningContestant = Contestant & {
  store: Store;
  workload: Workload;
  rates: number[];
};

let databaseCount = 0;

/**
 * Measures contestants in turn, so that other load on the machine affects all of them alike. Each has a database of its own. In each
 * round every contestant appends for a while, in varying order. The first round is discarded, and all stores are verified at the end.
 * @returns the median rate in events per second, by name.
 */
export const measureInRounds = async (
  { preset, print }: ScenarioContext,
  server: Server,
  contestants: readonly Contestant[],
): Promise<Map<string, number>> => {
  // Stores are closed and databases dropped even if one of them cannot be prepared, measured or closed.
  await using resources = new AsyncDisposableStack();
  const running: RunningContestant[] = [];
  for (const contestant of contestants) {
    databaseCount += 1;
    const database = `lyceum_bench_${process.pid}_${databaseCount}`;
    resources.defer(() => server.dropDatabase(database));
    const url = await server.createDatabase(database);
    const store = await contestant.kind.open(url, contestant.inFlight);
    resources.defer(() => store.close());
    const undo = await contestant.prepare?.(url);
    if (undo) resources.defer(undo);
    running.push({ ...contestant, store, workload: new Workload(store), rates: [] });
  }
  for (let round = 0; round <= preset.rounds; round++)
    for (let turn = 0; turn < running.length; turn++) {
      const contestant = running[(turn + round) % running.length];
      if (contestant === undefined) continue;
      const { inFlight, events = 1, workload, rates } = contestant;
      const rate = await workload.run({ inFlight, events, durationMs: preset.roundMs });
      if (round > 0) rates.push(rate);
    }
  for (const { store, workload } of running) await store.verify(workload.appended);
  for (const { name, rates } of running) print(`  ${name}: ${rates.map(Math.round).join(', ')}`);
  return new Map(running.map(({ name, rates }) => [name, median(rates)]));
};

/**
 * Measures the same stores at several numbers of appends in flight.
 * @returns a row for each number, and a function that looks up a rate in events per second.
 */
export const measureInFlight = async (
  context: ScenarioContext,
  kinds: readonly StoreKind[],
  levels: readonly number[],
): Promise<{ rows: Row[]; rate: (inFlight: number, name: string) => number }> => {
  const rates = new Map<number, Map<string, number>>();
  for (const inFlight of levels) {
    context.print(`${inFlight} in flight`);
    const contestants = kinds.map((kind) => ({ name: kind.name, kind, inFlight }));
    rates.set(inFlight, await measureInRounds(context, context.server, contestants));
  }
  return {
    rows: [...rates].map(([inFlight, measured]) => ({
      label: `${inFlight} in flight`,
      figures: Object.fromEntries(measured),
    })),
    rate: (inFlight, name) => rates.get(inFlight)?.get(name) ?? Number.NaN,
  };
};
