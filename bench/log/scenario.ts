/** What a scenario gets, and what it hands back. */
import type { Server } from './server.ts';
import type { StoreKind } from './stores/store.ts';

export type Preset = {
  name: string;
  /** Rounds that count; one more runs before them and is thrown away. */
  rounds: number;
  /** How long one store appends in one round. */
  roundMs: number;
  /** Events in the log that is called large. */
  largeLog: number;
  /** Events that the consumers have to handle. */
  consumed: number;
  /** Events that are read and sealed in one go. */
  bulk: number;
};

export const presets: Record<string, Preset> = {
  quick: { name: 'quick', rounds: 3, roundMs: 700, largeLog: 500_000, consumed: 20_000, bulk: 150_000 },
  full: { name: 'full', rounds: 5, roundMs: 2_500, largeLog: 5_000_000, consumed: 100_000, bulk: 500_000 },
};

export type Context = {
  preset: Preset;
  server: Server;
  /** A server whose every flush to disk takes a millisecond, or why there is none. */
  slowDisk: () => Promise<Server | string>;
  kinds: Record<'ours' | 'emmett' | 'insert' | 'multiRow', StoreKind>;
  say: (sentence: string) => void;
};

/** One line of a table: what was measured, and a figure for each contestant (events a second, or null: not measured). */
export type Row = { what: string; figures: Record<string, number | null> };

/** What must hold: `value` at least `floor`; `ambition` is what we would like. */
export type Claim = { what: string; value: number; floor: number; ambition?: number; unit?: string };

export type Outcome = { rows: Row[]; claims: Claim[]; notes?: string[] };

/** Throws when what was measured was not done right: a fast wrong run counts for nothing. */
export type Scenario = { name: string; about: string; run: (context: Context) => Promise<Outcome> };

/** The middle one. */
export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const high = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? high : (high + (sorted[middle - 1] ?? high)) / 2;
};

/** Fails the scenario with the sentence unless it holds. */
export const must = (holds: boolean, sentence: string) => {
  if (!holds) throw new Error(sentence);
};
