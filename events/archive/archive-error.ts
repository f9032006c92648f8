/** Archived events cannot be read or written. */
export class ArchiveError extends Error {
  override name = 'ArchiveError';
}

/** The archive cannot be used now, for example because the object store does not answer in time. A retry may succeed. */
export class ArchiveUnavailableError extends ArchiveError {
  override name = 'ArchiveUnavailableError';
}

/**
 * The database does not list the segments of events that were archived. Usually two queries of a read have reached different servers,
 * and one of them lags behind. A retry may succeed.
 */
export class SegmentsMissingError extends ArchiveUnavailableError {
  override name = 'SegmentsMissingError';
  /** @param events what the caller knows to be archived. */
  constructor(events: string) {
    super(`The database has no archived segments with ${events}. Its server may lag behind.`);
  }

  static ofPositions(first: number, last: number): SegmentsMissingError {
    return new SegmentsMissingError(`events ${first} to ${last}`);
  }
}

/** The archive is damaged: for example, an object is missing, or is not the one that was recorded. */
export class ArchiveDamagedError extends ArchiveError {
  override name = 'ArchiveDamagedError';
}

/** The log has archived events, but this process does not know where their objects are. */
export class ArchiveNotConfiguredError extends ArchiveError {
  override name = 'ArchiveNotConfiguredError';
  constructor() {
    super(
      'These events are in the archive. Set ARCHIVE_URL to the object store of the archive (file:///folder or s3://bucket/prefix).',
    );
  }
}
