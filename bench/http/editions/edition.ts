/** An edition of the product that is measured. */
export type Edition = AsyncDisposable & {
  /** The port that answers GETs. */
  readPort: number;
  /** The port that answers commands. */
  commandPort: number;
  /** The ids of the processes whose processor time is measured, by name. */
  processes: Record<string, number>;
};

/**
 * Settings of the one-machine edition and of the separate services, which are both measured. The limits are high, not absent,
 * so that requests and budgets are counted as in production. `RATE_LIMIT_PER_MINUTE` limits the commands of each user; the
 * limits of an address are multiples of it.
 */
export const editionEnvironment = {
  NODE_ENV: 'development',
  RATE_LIMIT_PER_MINUTE: '10000000',
  DAILY_EVENTS_PER_PERSON: '100000000',
  DAILY_MEGABYTES_PER_PERSON: '1000000',
  LIVE_CONNECTIONS_PER_ADDRESS: '20000',
} as const;
