import type { RecordedEvent } from '../../log/log.ts';
import type { ContentionRun } from './run-contention.ts';
import { parseMark } from './writer-process.ts';

const maxProblems = 20;

const isDense = (numbers: readonly number[]) => numbers.every((number, index) => number === index + 1);

type ReportUnless = (isMet: boolean, describeProblem: () => string) => void;
type EventsByCommand = ReadonlyMap<string, readonly RecordedEvent[]>;

/**
 * Compares the content of the log with the results that the processes got.
 * @returns sentences that describe what is wrong, none if the log is correct; and the number of lines by outcome, with `sent` for the
 * lines before appends.
 */
export const checkContention = (events: readonly RecordedEvent[], { lines, tailed }: ContentionRun) => {
  const problems: string[] = [];
  const reportUnless: ReportUnless = (isMet, describeProblem) => {
    if (!isMet && problems.length < maxProblems) problems.push(describeProblem());
  };
  const eventsByCommand = Map.groupBy(events, (event) => event.commandId);
  checkOrder(events, reportUnless);
  checkTail(events, tailed, reportUnless);
  checkCommands(eventsByCommand, reportUnless);
  checkAnswers(eventsByCommand, lines, reportUnless);
  return { problems, counts: countOutcomes(lines) };
};

/** Checks that positions and versions have no gaps, and that times do not decrease. */
const checkOrder = (events: readonly RecordedEvent[], reportUnless: ReportUnless): void => {
  reportUnless(isDense(events.map(({ position }) => position)), () => 'positions have gaps');
  for (const [stream, eventsOfStream] of Map.groupBy(events, (event) => event.stream))
    reportUnless(
      isDense(eventsOfStream.map(({ version }) => version)),
      () => `versions of ${stream} have gaps`,
    );
  for (const [index, event] of events.entries()) {
    const previous = events[index - 1];
    reportUnless(
      !previous || previous.recordedAt <= event.recordedAt,
      () => `the time decreases at ${event.position}`,
    );
  }
};

/** Checks that a tail read every event once and in order. */
const checkTail = (
  events: readonly RecordedEvent[],
  tailed: ContentionRun['tailed'],
  reportUnless: ReportUnless,
): void => {
  reportUnless(
    isDense(tailed.map(({ position }) => position)),
    () => 'the tail skipped, repeated or reordered events',
  );
  reportUnless(
    tailed.length === events.length &&
      tailed.every(({ commandId }, index) => commandId === events[index]?.commandId),
    () => 'the tail read events that differ from those in the log',
  );
};

/** Checks that each command wrote all its events once and next to each other, and that each key was used by one command. */
const checkCommands = (eventsByCommand: EventsByCommand, reportUnless: ReportUnless): void => {
  const commandsByKey = new Map<string, Set<string>>();
  for (const [commandId, written] of eventsByCommand) {
    const marks = written.map((event) => parseMark(event.type === 'CourseAdded' ? event.data.name : ''));
    reportUnless(
      isDense(marks.map(({ index }) => index)),
      () => `${commandId} was written twice or out of order`,
    );
    reportUnless(marks.length === marks[0]?.count, () => `${commandId} was written partially`);
    const first = written[0]?.position ?? 0;
    const last = written.at(-1)?.position ?? 0;
    reportUnless(
      last - first === written.length - 1,
      () => `another event is between the events of ${commandId}`,
    );
    const key = marks[0]?.key ?? '';
    if (key) commandsByKey.set(key, (commandsByKey.get(key) ?? new Set()).add(commandId));
  }
  for (const [key, commands] of commandsByKey)
    reportUnless(commands.size === 1, () => `${key} was written by ${commands.size} commands`);
};

/**
 * Checks that each command was answered once, unless its process was killed, and that its events are in the log if and only if the
 * answer says so. The answer `unavailable` does not say whether they are.
 */
const checkAnswers = (
  eventsByCommand: EventsByCommand,
  lines: ContentionRun['lines'],
  reportUnless: ReportUnless,
): void => {
  const linesByCommand = Map.groupBy(lines, ({ line }) => line.commandId);
  for (const [commandId, linesOfCommand] of linesByCommand) {
    const written = eventsByCommand.get(commandId) ?? [];
    const last = linesOfCommand.at(-1);
    const result = last?.line.result;
    if (!result) {
      reportUnless(last?.hasSurvived === false, () => `${commandId} was never answered`);
      continue;
    }
    reportUnless(
      linesOfCommand.length === 2,
      () => `${commandId} was answered ${linesOfCommand.length - 1} times`,
    );
    if (result.outcome === 'appended' && last.line.events > 0)
      reportUnless(
        written.length === last.line.events && written.at(-1)?.position === result.position,
        () => `${commandId} was acknowledged at ${result.position} but is not in the log`,
      );
    if (result.outcome === 'conflict' || result.outcome === 'key-reused')
      reportUnless(written.length === 0, () => `${commandId} was refused but is in the log`);
    if (result.outcome === 'repeated') {
      // The stored answer is the id of the command that used the key first. After a lost connection, this may be the same
      // command.
      const winner = eventsByCommand.get(`${result.answer.body}`);
      reportUnless(
        written.length === 0 || result.answer.body === commandId,
        () => `${commandId} was answered as a repetition but is in the log`,
      );
      reportUnless(
        !winner || winner.at(-1)?.position === result.position,
        () => `the answer to ${commandId} has a wrong position`,
      );
    }
  }
  for (const commandId of eventsByCommand.keys())
    reportUnless(linesByCommand.has(commandId), () => `${commandId} is in the log but was never sent`);
};

const countOutcomes = (lines: ContentionRun['lines']): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { line } of lines) {
    const outcome = line.result?.outcome ?? 'sent';
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
};
