/** A contestant: somewhere to append events with an expected version. */
export type Store = {
  /**
   * Appends `count` events to a person's stream, which stands at `version`.
   * @returns false when the stream stands elsewhere, `true` when all is durable.
   */
  append: (person: string, version: number, count: number) => Promise<boolean>;
  /** Waits for what runs beside, and checks the whole: exactly `events` events, no gap, nothing twice. */
  check: (events: number) => Promise<void>;
  close: () => Promise<void>;
};

export type StoreKind = {
  name: string;
  /** Opens it in an empty database. `inFlight`: how many appends there will be at once. */
  open: (url: string, inFlight: number) => Promise<Store>;
};
