/** Messages between the benchmark and a client process. */

export type ToClients =
  | { act: 'open'; address: string; auths: readonly string[]; concurrency: number }
  | { act: 'sample'; event: string }
  | { act: 'count' };

export type ReceivedCounts = {
  clients: number;
  /** The smallest and the largest number of messages that a client has received. */
  fewest: number;
  most: number;
  /** The first few errors, for example a repeated or misordered message, or a lost connection. */
  errors: string[];
};

export type FromClients =
  | { kind: 'opened' }
  /** All clients of the process have received an event. `at` is `process.hrtime.bigint()` in nanoseconds. */
  | { kind: 'received-by-all'; event: string; position: number; at: string }
  | { kind: 'sample'; packet: string }
  | { kind: 'counts'; counts: ReceivedCounts };
