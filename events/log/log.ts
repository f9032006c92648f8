import type { UserType } from '#contract/schemas/users.ts';
import type { DomainEvent } from '#events/catalogue/catalogue.ts';

/** The actor and the cause of an event. Stored unencrypted with the event, so it must not contain personal data. */
export type EventMetadata = {
  actor: { id: string; role: UserType } | { system: string } | null;
  /** The id of the request: the same for everything that one request caused. */
  correlationId: string;
  /** Set on events of the demo school, which were written with a simulated clock. */
  seeded?: true;
};

/** Events for one stream, which must be at `expectedVersion` (0: it has no events yet). */
export type StreamAppend = { stream: string; expectedVersion: number; events: readonly DomainEvent[] };

/** Identifies repetitions of a command. `key` contains a digest of user, method, path and the client's idempotency key. */
export type CommandKey = { key: string; bodyHash: string };

/** The answer to a command. It is stored with the command's key and returned to repetitions. */
export type StoredAnswer = { status: number; body: unknown };

/**
 * An atomic append to one or several streams. It can also assert the versions of streams that it does not write to.
 * Without any events (a no-op) it still checks the asserts and stores the answer.
 */
export type AppendRequest = {
  commandId: string;
  writes: readonly StreamAppend[];
  asserts: readonly { stream: string; version: number }[];
  metadata: EventMetadata;
  /**
   * The run of the primary in which the decision read its streams (see primary-run.ts). In any other run the append is
   * a conflict, because events that were read may be lost.
   */
  readInRun?: string;
  command?: CommandKey & { answer: StoredAnswer };
  /** Persons whose keys are destroyed in the same transaction. */
  destroyKeysOf?: readonly string[];
  /** The e-mail address that the person has from now on, in place of an earlier one. Reserved in the same transaction. */
  reserveEmail?: EmailReservation;
  /** The request counts towards the budget of its actor, but is not refused when the budget is spent. */
  mayExceedBudget?: boolean;
};

/** How much one person may append per day (UTC). A request that crosses a limit may still be accepted. */
export type Budget = {
  /** Null: no limit. */
  maxEvents: number | null;
  /** Bytes of events with their metadata, and of stored answers. Null: no limit. */
  maxBytes: number | null;
};

/** An e-mail address that no other person can take. Addresses are compared in a normal form (`normalizeEmail`). */
export type EmailReservation = { person: string; email: string };

export type AppendResult =
  /** `position`: of the last event; for a no-op, the head of the log when the asserts were checked. */
  | { outcome: 'appended'; position: number }
  /** A stream is not at the expected version, or was read in another run. Nothing was written; decide again. */
  | { outcome: 'conflict'; stream: string; version: number }
  | EmailTaken
  | OverBudget
  | KnownCommand;

/** Another person has the e-mail address. Nothing was written. Any other reason to write nothing takes precedence. */
export type EmailTaken = { outcome: 'email-taken' };

/** The actor has spent the budget of the day. Nothing was written. A known key and a conflict take precedence. */
export type OverBudget = { outcome: 'over-budget' };

/** The log already has the command's key. This takes precedence over a conflict. */
export type KnownCommand =
  /** The command was executed before with the same body. */
  | { outcome: 'repeated'; position: number; answer: StoredAnswer }
  /** The key was used with a different body. Nothing was written. */
  | { outcome: 'key-reused' };

/** An event as read from the log: upcast to its current version, personal fields decrypted (null without the key). */
export type RecordedEvent<E extends DomainEvent = DomainEvent> = E & {
  /** Starts at 1, without gaps, in commit order. */
  position: number;
  stream: string;
  /** Starts at 1, without gaps in its stream. */
  version: number;
  recordedAt: Date;
  commandId: string;
  metadata: EventMetadata;
};

/**
 * Events in the order of the log: consecutive ones, or those of the requested types. `head` is the last position of the log
 * when they were read.
 */
export type LogPage = { events: RecordedEvent[]; head: number };

/** Reads the log. Needs a database role that may SELECT from the log, and from the vault to decrypt personal fields. */
export interface LogReader {
  /** Returns the id of the log: a UUID that is created with the database, or taken over from an imported log. */
  logId(): Promise<string>;
  /** Returns the id of the log's history (see `log.history`), at most five seconds old. Clients know the log by this id. */
  historyId(): Promise<string>;
  /** Returns the last position; 0 for an empty log. */
  head(): Promise<number>;
  /** Returns all events of a stream after `afterVersion` (default 0). Streams are short, so there are no pages. */
  readStream(stream: string, afterVersion?: number): Promise<RecordedEvent[]>;
  /** Returns the events of several streams from one snapshot, in the order of the given streams. */
  readStreams(streams: readonly { stream: string; afterVersion: number }[]): Promise<RecordedEvent[][]>;
  /**
   * Reads streams like `readStreams`, and also returns the run of the primary in which they were read.
   * @throws ReplicaError, a temporary failure, if the database is a replica.
   */
  readStreamsInRun(
    streams: readonly { stream: string; afterVersion: number }[],
  ): Promise<{ primaryRun: string; events: RecordedEvent[][] }>;
  /** Returns the run of the primary. @throws ReplicaError, a temporary failure, if the database is a replica. */
  primaryRun(): Promise<string>;
  /** Returns the events at these positions in log order. Positions beyond the head are omitted. */
  readAt(positions: readonly number[]): Promise<RecordedEvent[]>;
  /** Returns the last position recorded before a time; 0 if there is none. */
  positionBefore(time: Date): Promise<number>;
  /**
   * Returns the events at the positions `after + 1` to `after + limit`.
   * @param types only events of these types; the range of positions stays the same.
   */
  readPage(after: number, limit: number, types?: readonly string[]): Promise<LogPage>;
  /**
   * Yields pages of events after the position `after` until `signal` aborts. At the head it waits for a notification and
   * polls every 250 ms.
   * @param options.upTo called before each page; returns the last position that may be read, for example a checkpoint.
   * @throws LostEventsError if the log no longer has the last yielded event; permanent errors, such as an event of an unknown type.
   */
  tail(options: {
    after: number;
    pageSize?: number;
    signal: AbortSignal;
    upTo?: () => number;
  }): AsyncIterable<LogPage>;
  /**
   * Returns the stored answer of a command, or `key-reused` if the key was used with a different body; null if no answer is stored for the
   * key. Needs the role of the command-api.
   */
  answerOf(command: CommandKey): Promise<KnownCommand | null>;
  close(): Promise<void>;
}

/** Appends that got their results together, for traces. Times are milliseconds, in the time of `performance.now()`. */
export type SettledAppends = {
  /** When the call that settled them was sent to the database; null if they failed. */
  sentAt: number | null;
  appends: readonly {
    correlationId: string;
    queuedAt: number;
    outcome: AppendResult['outcome'] | 'failed';
  }[];
};

/** Appends to the log. The appender of the services commits concurrent requests together; a seeder appends one after the other. */
export interface LogAppender {
  /**
   * Appends the events of a request. A refusal, for example a conflict, is a result and not an error.
   * @throws LogUnavailableError if the database cannot be reached or does not answer within the timeout (2 s by default), if too
   * many appends are waiting, or after `close`; PersonRemovedError if the key of a personal field was destroyed;
   * EventShapeError, UnstorableTextError or TypeError if the request cannot be encoded; database errors if the keys cannot be
   * fetched, or if the append fails for a permanent reason.
   */
  append(request: AppendRequest): Promise<AppendResult>;
  close(): Promise<void>;
}

/**
 * The log cannot take the events now: the database cannot be reached or is too slow, too many requests are waiting or conflict, or the
 * appender was closed. The command may be sent again with the same idempotency key.
 */
export class LogUnavailableError extends Error {
  override name = 'LogUnavailableError';
}
