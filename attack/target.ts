import type { UserType } from '#contract/schemas/users.ts';

/** Somebody with an account at the identity provider, registered or not. */
export type Person = { userId: string; email: string; token: string };

/** An event as it is stored, with encrypted personal data. */
export type StoredEvent = {
  position: number;
  stream: string;
  type: string;
  commandId: string;
  data: Readonly<Record<string, unknown>>;
  actor: { id: string; role: string } | null;
  correlationId: string;
};

/** The product that is attacked. Rate limits must be off, because they would refuse most requests before anything is tested. */
export type Target = {
  /** Its address, on loopback. */
  url: string;
  /** Creates an account and registers it with a role. */
  register(userType: UserType): Promise<Person>;
  /** Creates an account without registering it. */
  createUnregistered(): Promise<Person>;
  /** Returns tokens that must not be accepted, for example expired ones and, if the product verifies signatures, forged ones. */
  invalidTokens(person: Person): string[];
  /** Returns at most 5,000 events after a position, in order. */
  readEvents(after: number): Promise<StoredEvent[]>;
  /** Returns the memory of each process in bytes, by its name; empty if it cannot be measured. */
  readMemory(): ReadonlyMap<string, number>;
};

/**
 * Parses the address of a target, which must be on loopback: the attack must never reach another machine.
 * @throws Error if it is not on loopback.
 */
export const requireLoopback = (address: string): URL => {
  const url = URL.parse(address);
  const isLoopback =
    url !== null && (/^(127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname) || url.hostname === 'localhost');
  if (!isLoopback) throw new Error(`${address} is not on loopback. The attack runs on this machine only.`);
  return url;
};
