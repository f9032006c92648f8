/** What a herd of clients, in a process of its own, is told and says. */

export type ToHerd =
  | { act: 'open'; address: string; auths: readonly string[]; atOnce: number }
  | { act: 'sample'; event: string }
  | { act: 'tally' }
  | { act: 'end' };

/** How the clients of a process stand: each has counted for itself. */
export type Tally = {
  clients: number;
  /** Messages of the client that has the fewest, and of the one that has the most. */
  fewest: number;
  most: number;
  /** What must not happen: something twice, out of order, a lost line; the first few. */
  complaints: string[];
};

export type FromHerd =
  | { kind: 'opened' }
  /** Every client of the process has this event of this position; `at` is nanoseconds of the machine's clock. */
  | { kind: 'everyone-has'; event: string; position: number; at: string }
  | { kind: 'sample'; packet: string }
  | { kind: 'tally'; tally: Tally };
