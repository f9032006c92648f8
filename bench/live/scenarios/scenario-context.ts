import type { BareServer } from '../bare-server/start-bare-server.ts';
import type { ClientGroup } from '../clients/client-group.ts';
import type { CommandResult, Person } from '../product/commands.ts';
import type { ProjectorTimes } from '../product/projector-times.ts';

/** Both servers, each with the same number of clients. */
export type ScenarioContext = {
  product: { address: string; clients: ClientGroup };
  bare: BareServer & { clients: ClientGroup };
  admin: Person;
  /** Revises the only review. */
  review: (rating: number) => Promise<CommandResult>;
  projector: ProjectorTimes;
  /** The number of measured announcements, and of measured changes of the trending courses. */
  rounds: number;
  /** The number of announcements that are posted at the end, eight at a time. */
  posts: number;
  /** The positions of all messages that every client of the product must have received. */
  sentPositions: number[];
};

/**
 * Returns the milliseconds between two times in nanoseconds; 0 if `to` is earlier, because a message can arrive before the answer to
 * its command.
 */
export const msBetween = (from: bigint, to: bigint): number => Math.max(0, Number(to - from) / 1e6);
