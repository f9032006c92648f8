/**
 * The columns of an event as they are stored. The same as `StoredEvent` of the seals, which the browser knows, too; the seals import
 * this folder.
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
