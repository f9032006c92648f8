import type { Server } from '../harness/benchmark-server.ts';
import type { MeasuredValue, Row } from '../harness/report.ts';
import type { StoreKind } from './stores/store.ts';

export type Preset = {
  name: string;
  /** Rounds that count. One more runs before them and is discarded. */
  rounds: number;
  /** How long one store appends in one round. */
  roundMs: number;
  /** The number of events in the log of the scenario `large-log`. */
  largeLogEvents: number;
  /** The number of events that the consumers handle. */
  consumedEvents: number;
  /** The number of events that are read, sealed and verified in the scenario `bulk`. */
  bulkEvents: number;
};

export const presets = {
  quick: {
    name: 'quick',
    rounds: 3,
    roundMs: 700,
    largeLogEvents: 500_000,
    consumedEvents: 20_000,
    bulkEvents: 150_000,
  },
  full: {
    name: 'full',
    rounds: 5,
    roundMs: 2_500,
    largeLogEvents: 5_000_000,
    consumedEvents: 100_000,
    bulkEvents: 500_000,
  },
} as const satisfies Record<string, Preset>;

export type ScenarioContext = {
  preset: Preset;
  server: Server;
  /** Opens a server on which every flush to disk takes a millisecond longer, or returns the reason why that is not possible. */
  openSlowDiskServer: () => Promise<Server | string>;
  kinds: Record<'lyceum' | 'emmett' | 'insert' | 'multiRow', StoreKind>;
  print: (line: string) => void;
};

type ScenarioResult = { rows: Row[]; measuredValues: MeasuredValue[]; notes?: string[] };

/** A scenario throws when a run was not correct: a fast but incorrect run does not count. */
export type Scenario = {
  name: string;
  title: string;
  run: (context: ScenarioContext) => Promise<ScenarioResult>;
};
