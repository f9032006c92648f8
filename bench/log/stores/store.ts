/** A contestant: a store to which events are appended with an expected version. */
export type Store = {
  /**
   * Appends `count` events to the stream of a person, expecting `version`.
   * @returns true when all events are durable, false when the stream has a different version.
   */
  append: (person: string, version: number, count: number) => Promise<boolean>;
  /**
   * Waits for background work and checks the store.
   * @throws Error if the store does not contain exactly `expectedEvents` events, or if its own check fails.
   */
  verify: (expectedEvents: number) => Promise<void>;
  close: () => Promise<void>;
};

/** A kind of store, which can be opened in several databases. */
export type StoreKind = {
  name: string;
  /** Opens the store in an empty database. @param inFlight the number of concurrent appends to expect. */
  open: (url: string, inFlight: number) => Promise<Store>;
};
