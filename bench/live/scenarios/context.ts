import type { Bare } from '../bare/bare.ts';
import type { Herd } from '../clients/herd.ts';
import type { Answer, Person } from '../product/calls.ts';
import type { ProjectorTimes } from '../product/projector-times.ts';

/** Both servers with as many clients each, and who acts. */
export type Context = {
  product: { address: string; herd: Herd };
  bare: Bare & { herd: Herd };
  admin: Person;
  /** Revises the one review there is. */
  review: (rating: number) => Promise<Answer>;
  projector: ProjectorTimes;
  /** Measured posts, and changes of trending. */
  rounds: number;
  /** Posts that are counted. */
  posts: number;
  /** Positions of messages that every client of the product must have been told by now. */
  sent: number[];
};

/** Milliseconds from one moment of the machine's clock to another; none below 0: some messages overtake the answer. */
export const msBetween = (from: bigint, to: bigint): number => Math.max(0, Number(to - from) / 1e6);

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
