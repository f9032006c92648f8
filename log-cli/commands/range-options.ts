import { catalogue } from '#events/catalogue/catalogue.ts';
import type { LogSelection } from '#events/pseudonyms/pseudonymous-pages.ts';
import { type Moment, momentForms, parseMoment, positionAt } from '../log-access/moment.ts';
import type { ReaderContext } from '../log-access/reader-context.ts';
import { UsageError } from '../terminal/exit-codes.ts';

type MomentReader = Parameters<typeof positionAt>[0];

/** The options that select a part of the log. */
export type RangeOptions = { from?: string; to?: string; type?: readonly string[] };

/** Parses the moment in an option. @throws {UsageError} */
export const parseMomentOption = (text: string, option: string): Moment => {
  const moment = parseMoment(text);
  if (moment === null) throw new UsageError(`${option} ${text}: use ${momentForms}.`);
  return moment;
};

/** Parses names of event types. @throws {UsageError} if one of them is unknown. */
export const parseTypes = (names: readonly string[] = []): ReadonlySet<string> => {
  const unknown = names.find((name) => !catalogue.has(name));
  if (unknown !== undefined)
    throw new UsageError(
      `There is no event type ${unknown}. The event types are ${[...catalogue.keys()].sort().join(', ')}.`,
    );
  return new Set(names);
};

/**
 * Returns the last position before the moment in an option.
 * @throws {UsageError}
 */
export const positionBefore = (reader: MomentReader, text: string, option: string): Promise<number> => {
  const moment = parseMomentOption(text, option);
  return positionAt(
    reader,
    'time' in moment
      ? { time: new Date(moment.time.getTime() - 1) }
      : { position: Math.max(moment.position - 1, 0) },
  );
};

/**
 * Returns the last position that `--to` includes. A day is included as a whole.
 * @throws {UsageError}
 */
export const positionUpTo = (reader: MomentReader, text: string): Promise<number> => {
  const moment = parseMomentOption(text, '--to');
  return positionAt(reader, 'time' in moment ? { time: moment.lastTime } : moment);
};

/**
 * Returns the selected range. `--from` and `--to` are inclusive; by default the range is the whole log up to its head.
 * @throws {UsageError}
 */
export const parseRange = async (
  { reader }: Pick<ReaderContext, 'reader'>,
  { from, to, type }: RangeOptions,
): Promise<LogSelection> => ({
  types: parseTypes(type),
  after: from === undefined ? 0 : await positionBefore(reader, from, '--from'),
  to: to === undefined ? await reader.head() : await positionUpTo(reader, to),
});
