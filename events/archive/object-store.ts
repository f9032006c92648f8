/** A local file to store, its length in bytes and its SHA-256. */
export type LocalFile = { path: string; bytes: number; sha256: Buffer };

/** Stores immutable objects. Every method throws an {@link ArchiveError} if it fails. */
export type ObjectStore = {
  /** The address, without secrets, for messages. */
  readonly address: string;
  /** Returns the length of an object in bytes; null if there is no such object. */
  findLength(name: string): Promise<number | null>;
  /**
   * Reads the bytes from `start` up to `end` (exclusive).
   * @throws ArchiveDamagedError if the object does not have all of them.
   */
  read(name: string, start: number, end: number): Promise<Uint8Array<ArrayBuffer>>;
  /** Stores an object as a whole or not at all. Returns false, and changes nothing, if the object exists. */
  create(name: string, file: LocalFile): Promise<boolean>;
  /** Waits until an object would survive a power failure. Another process may have stored it. */
  persist(name: string): Promise<void>;
};
