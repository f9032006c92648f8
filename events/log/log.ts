import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import type { UserType } from '#contract/schemas/users.ts';

/** Who did it and why it happened; stored beside each event, never personal data. */
export type EventMetadata = {
  actor: { id: string; role: UserType } | { system: string } | null;
  /** The request's id: ties together everything that one call brought about. */
  correlationId: string;
  /** The position of the event that caused this one, for what a reactor does. */
  causation?: number;
  /** Set on events of the demo school, which were written with a simulated clock. */
  seeded?: true;
};

/** A part of an append: events for one stream, which must stand at `expectedVersion` (0: it has no events yet). */
export type StreamAppend = { stream: string; expectedVersion: number; events: readonly DomainEvent[] };

/** Repeats of a command are known by this. `key` is scoped: a digest of person, method, path and the client's key. */
export type CommandKey = { key: string; bodyHash: string };

/** The answer of a command, stored with its key and given again to a repeat. */
export type StoredAnswer = { status: number; body: unknown };

/**
 * One append, all or nothing: events to one or several streams, and streams that must stand at a version though
 * nothing is written to them. With no events at all it still checks the asserts and stores the answer (a no-op).
 */
export type AppendRequest = {
  commandId: string;
  writes: readonly StreamAppend[];
  asserts: readonly { stream: string; version: number }[];
  metadata: EventMetadata;
  command?: CommandKey & { answer: StoredAnswer };
  /** Persons whose key is destroyed in the same transaction. */
  destroyKeysOf?: readonly string[];
};

export type AppendResult =
  /** `position`: of the last event written; for a no-op, the log's head when it was checked. */
  | { outcome: 'appended'; position: number }
  /** A stream stands at another version than expected: nothing was written; decide anew. */
  | { outcome: 'conflict'; stream: string; version: number }
  | KnownCommand;

/** The command's key is in the log already, which outranks a conflict. */
export type KnownCommand =
  /** It was done before: its stored answer. */
  | { outcome: 'repeated'; position: number; answer: StoredAnswer }
  /** It was used with another body: nothing was written. */
  | { outcome: 'key-reused' };

/** An event as it is read: upcast to its current version, personal fields in clear (null if their key is gone). */
export type RecordedEvent<E extends DomainEvent = DomainEvent> = E & {
  /** Dense from 1, in the order of commit. */
  position: number;
  stream: string;
  /** Dense from 1 in its stream. */
  version: number;
  recordedAt: Date;
  commandId: string;
  metadata: EventMetadata;
};

/** A page of the log in order; `head` is the last position that existed when it was read. */
export type LogPage = { events: RecordedEvent[]; head: number };

/** Reading: needs a role that may SELECT the log (and the vault, where personal fields are wanted in clear). */
export interface LogReader {
  /** The log's identity, a UUID made with it; another one after a reset. */
  logId(): Promise<string>;
  /** The last position; 0 when empty. */
  head(): Promise<number>;
  /** A stream's events after `afterVersion` (default 0), whole: streams are short by design. */
  readStream(stream: string, afterVersion?: number): Promise<RecordedEvent[]>;
  /** Several streams as they stood at one moment, in the order in which they were asked for. */
  readStreams(streams: readonly { stream: string; afterVersion: number }[]): Promise<RecordedEvent[][]>;
  /** The events at these positions, in the log's order; those that are not there are left out. */
  readAt(positions: readonly number[]): Promise<RecordedEvent[]>;
  /** The last position that was recorded before a time; 0 when there is none. */
  positionBefore(time: Date): Promise<number>;
  /**
   * The `limit` positions after `after`, as far as the log has them: their events, or of those the ones of certain types.
   */
  readPage(after: number, limit: number, types?: readonly string[]): Promise<LogPage>;
  /**
   * Pages after `after`, for ever, until `signal` aborts: prefetches while there is more, then waits for the
   * wake-up and polls every 250 ms. `upTo` (asked before each page) bounds it, for readers that must not pass a checkpoint.
   */
  tail(options: {
    after: number;
    pageSize?: number;
    signal: AbortSignal;
    upTo?: () => number;
  }): AsyncIterable<LogPage>;
  /** What a command was answered with if its key was done before, else null. Needs the role of the command-api. */
  answerOf(command: CommandKey): Promise<KnownCommand | null>;
  close(): Promise<void>;
}

/** Appending: groups what waits into one call of the database. Rejects with LogUnavailableError after 2 s of trying. */
export interface LogAppender {
  append(request: AppendRequest): Promise<AppendResult>;
  close(): Promise<void>;
}

/** The database could not be reached or did not answer in time: the command may be sent again with its key. */
export class LogUnavailableError extends Error {
  override name = 'LogUnavailableError';
}
