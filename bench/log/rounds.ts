/** Contestants measured in turns, so that whatever else the machine does meets all of them alike. */
import { type Context, median } from './scenario.ts';
import type { Server } from './server.ts';
import type { Store, StoreKind } from './stores/store.ts';
import { Workload } from './workload.ts';

export type Contestant = {
  name: string;
  kind: StoreKind;
  inFlight: number;
  /** Events an append; 1 unless given. */
  events?: number;
  /** Called with the database before the store is opened. */
  prepare?: (url: string) => Promise<() => Promise<void>>;
};

type Entered = Contestant & {
  store: Store;
  workload: Workload;
  database: string;
  undo: () => Promise<void>;
  rates: number[];
};

let databases = 0;

/**
 * Each contestant in a database of its own; a round lets each of them append for a while, in changing order. The first
 * round is thrown away. Afterwards everything is checked.
 * @returns the median events a second, by name.
 */
export const measure = async (
  { preset, say }: Context,
  server: Server,
  contestants: readonly Contestant[],
): Promise<Map<string, number>> => {
  const entered: Entered[] = [];
  try {
    for (const contestant of contestants) {
      const database = `lyceum_bench_${process.pid}_${++databases}`;
      const url = await server.createDatabase(database);
      const store = await contestant.kind.open(url, contestant.inFlight);
      const undo = (await contestant.prepare?.(url)) ?? (async () => {});
      entered.push({ ...contestant, store, workload: new Workload(store), database, undo, rates: [] });
    }
    for (let round = 0; round <= preset.rounds; round++)
      for (let turn = 0; turn < entered.length; turn++) {
        const one = entered[(turn + round) % entered.length];
        if (one === undefined) continue;
        const { inFlight, events = 1 } = one;
        const rate = await one.workload.run({ inFlight, events, milliseconds: preset.roundMs });
        if (round > 0) one.rates.push(rate);
      }
    for (const { store, workload } of entered) await store.check(workload.appended);
    for (const { name, rates } of entered) say(`  ${name}: ${rates.map(Math.round).join(', ')}`);
    return new Map(entered.map(({ name, rates }) => [name, median(rates)]));
  } finally {
    for (const { store, undo, database } of entered) {
      await undo();
      await store.close();
      await server.drop(database);
    }
  }
};
