/**
 * The columns of an event as they are stored. `StoredEvent` of the seals has the same fields. It cannot be used here, because the seals
 * import this folder.
 */
export type ArchivedEvent = {
  position: number;
  stream: string;
  version: number;
  type: string;
  schemaVersion: number;
  /** Microseconds since 1970, an integer. */
  recordedAt: number;
  commandId: string;
  /** The stored JSON text, with personal fields encrypted. */
  data: string;
  metadata: string;
};
