import { addToDigest, emptyDigest, type SocketsReport } from '../load/sockets-messages.ts';

/** The parts of a logged event that are compared. */
export type LoggedEvent = {
  position: number;
  stream: string;
  version: number;
  type: string;
  /** The command that appended the event. */
  commandId: string;
  /** The details of a course, which writers use as a label for the command; null if the event has no details. */
  label: string | null;
};

export type LogComparison = {
  acknowledged: number;
  /** Acknowledged commands whose event is not in the log. */
  lost: number;
  /** Acknowledged commands whose event has a different position from the acknowledged one. */
  misplaced: number;
  /** Commands with more than one event in the log. */
  writtenTwice: number;
  /** Whether positions, and the versions of each stream, have no gaps. */
  isDense: boolean;
};

/** Returns whether each number is one more than the number before it. */
const areConsecutive = (numbers: readonly number[]): boolean =>
  numbers.every((number, index) => index === 0 || number === (numbers[index - 1] ?? 0) + 1);

type AcknowledgedCommand = { label: string; position: number };

/**
 * Compares the acknowledged commands with the events of the log.
 * @param after the position after which `events` begin.
 * @param events all events after this position, in order.
 */
export const compareWithLog = (
  acknowledged: readonly AcknowledgedCommand[],
  events: readonly LoggedEvent[],
  after: number,
): LogComparison => {
  const byLabel = Map.groupBy(
    events.filter(({ label }) => label !== null),
    ({ label }) => label,
  );
  const isMisplaced = ({ label, position }: AcknowledgedCommand) =>
    byLabel.get(label)?.every((event) => event.position !== position) ?? false;
  const byStream = Map.groupBy(events, ({ stream }) => stream);
  return {
    acknowledged: acknowledged.length,
    lost: acknowledged.filter(({ label }) => !byLabel.has(label)).length,
    misplaced: acknowledged.filter(isMisplaced).length,
    writtenTwice: [...byLabel.values()].filter((ofCommand) => ofCommand.length > 1).length,
    isDense:
      areConsecutive([after, ...events.map(({ position }) => position)]) &&
      [...byStream.values()].every((ofStream) => areConsecutive(ofStream.map(({ version }) => version))),
  };
};

/** The events about courses that the load causes. Every socket receives a live message for each of them. */
const courseEvents = new Set(['CourseAdded', 'CourseEdited']);

/**
 * Returns how many sockets have received all changes to courses after their last fetch, each once and in order.
 * @param events all events since the first socket was opened.
 * @param logId the history of the log. Sockets that follow another history do not count.
 */
export const countCompleteSockets = (
  { groups }: Pick<SocketsReport, 'groups'>,
  events: readonly LoggedEvent[],
  logId: string,
): number => {
  const shown = events.filter(({ type }) => courseEvents.has(type));
  return groups
    .filter((group) => {
      const expected = shown.filter(({ position }) => position > group.base);
      const digest = expected.reduce((sum, { position }) => addToDigest(sum, position), emptyDigest);
      return group.logId === logId && group.count === expected.length && group.digest === digest;
    })
    .reduce((sum, { sockets }) => sum + sockets, 0);
};

/**
 * Returns the longest time in seconds in which nothing happened.
 * @param times in milliseconds, by the same clock as `start` and `end`. Times before `start` or after `end` are ignored.
 */
export const longestGap = (times: readonly number[], start: number, end: number): number => {
  const inside = times.filter((time) => time >= start && time <= end).toSorted((a, b) => a - b);
  const borders = [start, ...inside, end];
  return Math.max(...borders.slice(1).map((time, index) => time - (borders[index] ?? time))) / 1000;
};

/**
 * Returns the longest gap of any client in seconds. The gaps of each client are measured separately, so that the answers of other
 * clients do not hide a client that hangs.
 */
export const longestGapOfAny = (
  timesByClient: readonly (readonly number[])[],
  start: number,
  end: number,
): number => Math.max(0, ...timesByClient.map((times) => longestGap(times, start, end)));
