import type { RecordedEvent } from '../../log/log.ts';
import type { ContentionRun } from './run-contention.ts';
import { parseMark } from './writer-process.ts';

const isDense = (numbers: readonly number[]) => numbers.every((number, index) => number === index + 1);

const grouped = <T>(items: Iterable<T>, by: (item: T) => string): Map<string, T[]> => Map.groupBy(items, by);

/**
 * Holds what the log contains against what the processes were told.
 * @returns sentences about what is wrong; none if all is well. And how much there was of each answer.
 */
export const checkContention = (events: readonly RecordedEvent[], { lines: said, seen }: ContentionRun) => {
  const wrong: string[] = [];
  const must = (holds: boolean, complaint: () => string) => {
    if (!holds && wrong.length < 20) wrong.push(complaint());
  };
  must(isDense(events.map(({ position }) => position)), () => 'positions are not dense');
  for (const [stream, ofStream] of grouped(events, ({ stream }) => stream))
    must(isDense(ofStream.map(({ version }) => version)), () => `versions of ${stream} are not dense`);
  for (const [index, event] of events.entries()) {
    const before = events[index - 1];
    must(!before || before.recordedAt <= event.recordedAt, () => `time runs back at ${event.position}`);
  }
  must(isDense(seen.map(({ position }) => position)), () => 'the tail missed, repeated or swapped events');
  must(
    seen.length === events.length && seen.every(({ commandId }, i) => commandId === events[i]?.commandId),
    () => 'the tail saw something else than what is in the log',
  );

  // Nothing twice or by half: each command's events are all there, once, next to each other, and each key wrote once.
  const byCommand = grouped(events, ({ commandId }) => commandId);
  const commandsOfKey = new Map<string, Set<string>>();
  for (const [commandId, written] of byCommand) {
    const marks = written.map((event) => parseMark(event.type === 'CourseAdded' ? event.data.name : ''));
    must(isDense(marks.map(({ index }) => index)), () => `${commandId} is there twice or out of order`);
    must(marks.length === marks[0]?.of, () => `${commandId} is there by half`);
    const [first, last] = [written[0]?.position ?? 0, written.at(-1)?.position ?? 0];
    must(last - first === written.length - 1, () => `something stands between the events of ${commandId}`);
    const key = marks[0]?.key ?? '';
    if (key) commandsOfKey.set(key, (commandsOfKey.get(key) ?? new Set()).add(commandId));
  }
  for (const [key, commands] of commandsOfKey)
    must(commands.size === 1, () => `${key} was written by ${commands.size} commands`);

  const counts: Record<string, number> = {};
  const answers = new Map<string, ContentionRun['lines']>();
  for (const one of lines) {
    const { result, commandId } = one.line;
    answers.set(commandId, [...(answers.get(commandId) ?? []), one]);
    counts[result?.outcome ?? 'sent'] = (counts[result?.outcome ?? 'sent'] ?? 0) + 1;
  }
  for (const [commandId, lines] of answers) {
    const written = byCommand.get(commandId) ?? [];
    const last = lines.at(-1);
    const result = last?.line.result;
    if (!result) {
      must(last?.survived === false, () => `${commandId} was never answered`);
      continue;
    }
    must(lines.length === 2, () => `${commandId} was answered ${lines.length - 1} times`);
    if (result.outcome === 'appended' && last.line.events > 0)
      must(
        written.length === last.line.events && written.at(-1)?.position === result.position,
        () => `${commandId} was acknowledged at ${result.position} and is not there`,
      );
    if (result.outcome === 'conflict' || result.outcome === 'key-reused')
      must(written.length === 0, () => `${commandId} was refused and is there`);
    if (result.outcome === 'repeated') {
      // The stored answer names the command that won the key; it may be this one, if its line broke.
      const winner = byCommand.get(`${result.answer.body}`);
      must(
        written.length === 0 || result.answer.body === commandId,
        () => `${commandId} was told that another had done it and is there all the same`,
      );
      must(
        !winner || winner.at(-1)?.position === result.position,
        () => `the answer to ${commandId} names a wrong position`,
      );
    }
  }
  for (const commandId of byCommand.keys())
    must(answers.has(commandId), () => `${commandId} is there and nobody sent it`);
  return { wrong, counts };
};
