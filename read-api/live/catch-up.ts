import type { Kysely } from 'kysely';
import type { LimitFunction } from 'p-limit';
import type { LiveMessage } from '#contract/live-messages.ts';
import { ArchiveError } from '#events/archive/archive-error.ts';
import { UnknownEventError } from '#events/catalogue/codec/codec.ts';
import type { LogReader, RecordedEvent } from '#events/log/log.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import type { LiveLimits } from './live-limits.ts';
import type { LiveTail } from './live-tail.ts';
import type { Audience, Room } from './rooms.ts';
import { loadLiveUpdates } from './updates/create-live-updates.ts';
import {
  dropRemovedSubjects,
  type LiveUpdate,
  messageFor,
  precedesEndOfAccess,
} from './updates/live-update.ts';
import { hasLiveUpdate } from './updates/live-update-definitions.ts';

/**
 * The limit for a catch-up from the log. A client that has missed more positions fetches everything again, which is faster for both
 * sides.
 */
const maxPositions = 10_000;
/**
 * The limit for clients without a registered user. It is lower because anybody may send any position, and because the answers that
 * such a client fetches again are cached.
 */
const maxPositionsOfVisitor = 500;
/** Limits of one catch-up: the number of live updates, and the size of its messages in characters of JSON. */
const maxUpdates = 1_000;
const maxCharacters = 1_048_576;

/** The number of events that are read from the log at once. */
const pageSize = 1_000;
/** How many clients may wait to catch up from the log. Any further client fetches everything again. */
const maxWaitingClients = 200;

/** Why a client has to fetch everything again. */
export type RefetchReason =
  | 'another history'
  | 'node is behind'
  | 'too many clients wait'
  | 'too far behind'
  | 'event of a newer release'
  | 'access has ended'
  | 'not recorded';

/** The live updates that a client has missed, up to a position, or why it has to fetch everything again. */
type MissedUpdates = { updates: readonly LiveUpdate[]; upTo: number } | RefetchReason;

export type CatchUpDependencies = {
  log: Pick<LogReader, 'readPage'>;
  tables: Kysely<ReadTables>;
  tail: Pick<
    LiveTail,
    'position' | 'logId' | 'recentUpdates' | 'hasParkedStreams' | 'isInterrupted' | 'waitForPosition'
  >;
  /** Limits how many clients catch up from the log at once: after a restart thousands reconnect together. */
  logLimit: LimitFunction;
  limits: Pick<LiveLimits, 'waitForPositionMs' | 'waitForInterruptedTailMs'>;
};

/**
 * Waits until this node has reached the position that the client has seen, for example on another node, but at most
 * `waitForPositionMs`. While the primary does not answer, this node cannot reach the position, and its answers would be older than
 * what the client has. So the wait begins again if the tail was interrupted in the meantime, until `waitForInterruptedTailMs` have
 * passed.
 * @param isConnected whether the client is still waiting.
 */
export const waitForClientPosition = async (
  { tail, limits }: Pick<CatchUpDependencies, 'tail' | 'limits'>,
  { since = 0, logId }: { since?: number | undefined; logId?: string | undefined },
  isConnected: () => boolean,
): Promise<void> => {
  const deadline = performance.now() + limits.waitForInterruptedTailMs;
  for (let canWait = true; canWait && logId === tail.logId && isConnected(); ) {
    // An interruption that ends during this wait may leave too little time for the tail to catch up, so it counts as well.
    const wasInterrupted = tail.isInterrupted;
    if (await tail.waitForPosition(since, limits.waitForPositionMs)) return;
    canWait = (wasInterrupted || tail.isInterrupted) && performance.now() < deadline;
  }
};

/**
 * Finds the live updates that a client has missed: in memory, otherwise in the log. Call {@link waitForClientPosition} first.
 * {@link missedMessages} adds the updates that are sent in the meantime.
 * @param lastSeen the position that the client has seen, and its history of the log; `since` is undefined for a new client.
 * @param audience the user behind the client. A client without a registered user catches up over shorter ranges.
 */
export const findMissedUpdates = async (
  dependencies: CatchUpDependencies,
  lastSeen: { since?: number | undefined; logId?: string | undefined },
  audience: Audience,
): Promise<MissedUpdates> => {
  const { tail, logLimit } = dependencies;
  const { since, logId } = lastSeen;
  if (since === undefined) return { updates: [], upTo: tail.position };
  if (logId !== tail.logId) return 'another history';
  if (tail.position < since) return 'node is behind';
  // The updates may be dropped from memory before the client is welcomed, so they are kept here.
  const recent = tail.recentUpdates.after(since);
  if (recent !== null) return { updates: recent, upTo: tail.position };
  if (logLimit.pendingCount >= maxWaitingClients) return 'too many clients wait';
  const isRegistered = audience !== null && audience.userType !== null;
  return logLimit(
    readMissedUpdates,
    dependencies,
    since,
    isRegistered ? maxPositions : maxPositionsOfVisitor,
  );
};

const readMissedUpdates = async (
  { log, tables, tail }: CatchUpDependencies,
  since: number,
  maxMissed: number,
): Promise<MissedUpdates> => {
  const upTo = tail.position;
  if (upTo - since > maxMissed) return 'too far behind';
  const updates: LiveUpdate[] = [];
  for (let after = since; after < upTo; ) {
    const events = await readKnownEvents(log, after, Math.min(pageSize, upTo - after));
    if (typeof events === 'string') return events;
    const last = events.at(-1);
    // The log no longer has the events that the tail has sent.
    if (!last) return 'another history';
    const relevant = events.filter(hasLiveUpdate);
    if (updates.length + relevant.length > maxUpdates) return 'too far behind';
    // `endsAccess` is dropped, because these updates, unlike those in memory, name their receivers as of now.
    for (const { endsAccess: _, ...update } of await loadLiveUpdates(tables, relevant, tail.hasParkedStreams))
      updates.push(update);
    after = last.position;
  }
  return { updates, upTo };
};

/** Returns events, or a reason if one of them is of a newer release, or is archived and cannot be read. */
const readKnownEvents = async (
  log: Pick<LogReader, 'readPage'>,
  after: number,
  limit: number,
): Promise<RecordedEvent[] | RefetchReason> => {
  try {
    return (await log.readPage(after, limit)).events;
  } catch (error) {
    if (error instanceof UnknownEventError) return 'event of a newer release';
    if (error instanceof ArchiveError) return 'too far behind';
    throw error;
  }
};

/**
 * Returns the messages that a client in these rooms has missed, up to the current position of the tail. Call it in the
 * same turn of the event loop in which the socket joins its rooms, so that nothing is lost or sent twice in between.
 * @returns the messages, or the reason why the client has to fetch everything again: the reason in `missed`, messages that are too
 * many or too long, updates that were sent in the meantime and are no longer in memory, or an update that the user may no longer
 * read.
 */
export const missedMessages = (
  missed: MissedUpdates,
  tail: Pick<LiveTail, 'recentUpdates'>,
  rooms: readonly Room[],
): LiveMessage[] | RefetchReason => {
  if (typeof missed === 'string') return missed;
  const newer = tail.recentUpdates.after(missed.upTo);
  if (!newer) return 'too far behind';
  const socketRooms = new Set(rooms);
  const updates = dropRemovedSubjects([...missed.updates, ...newer]);
  if (precedesEndOfAccess(updates, socketRooms)) return 'access has ended';
  const messages = updates.flatMap((update) => messageFor(update, socketRooms) ?? []);
  return areTooLarge(messages) ? 'too far behind' : messages;
};

/** Returns whether the messages exceed the limits. Measuring is slow, so it stops at the message that exceeds a limit. */
const areTooLarge = (messages: readonly LiveMessage[]): boolean => {
  if (messages.length > maxUpdates) return true;
  let characters = 0;
  for (const message of messages) {
    characters += JSON.stringify(message).length;
    if (characters > maxCharacters) return true;
  }
  return false;
};
