import { catalogue } from '#events/catalogue/catalogue.ts';
import type { Stretch } from '#events/pseudonyms/walk.ts';
import type { Context } from '../place/context.ts';
import { type Moment, parseMoment, positionAt } from '../place/moment.ts';
import { UsageError } from '../terminal/exit-codes.ts';

/** What says which part of the log is meant, as it was typed. */
export type StretchOptions = { from?: string; to?: string; type?: readonly string[] };

/** @throws {UsageError} */
export const momentOf = (text: string, option: string): Moment => {
  const moment = parseMoment(text);
  if (moment === null)
    throw new UsageError(
      `${option} ${text}: a position (1200), a day (2026-11-01) or a time (2026-11-01T12:00Z) is wanted.`,
    );
  return moment;
};

/** @throws {UsageError} for types that there are not. */
export const typesOf = (names: readonly string[] = []): ReadonlySet<string> => {
  const unknown = names.find((name) => !catalogue.has(name));
  if (unknown !== undefined)
    throw new UsageError(
      `There is no kind of event ${unknown}. There are: ${[...catalogue.keys()].sort().join(', ')}.`,
    );
  return new Set(names);
};

/** The last position before the moment that was typed. @throws {UsageError} */
export const positionBefore = (pool: Context['pool'], text: string, option: string): Promise<number> => {
  const moment = momentOf(text, option);
  return positionAt(
    pool,
    'time' in moment
      ? { time: new Date(moment.time.getTime() - 1) }
      : { position: Math.max(moment.position - 1, 0) },
  );
};

/**
 * The stretch that is meant: `--from` and `--to` are part of it; without them from the beginning to the head as it is now.
 * @throws {UsageError}
 */
export const stretchOf = async (
  { pool, reader }: Pick<Context, 'pool' | 'reader'>,
  { from, to, type }: StretchOptions,
): Promise<Stretch> => ({
  types: typesOf(type),
  after: from === undefined ? 0 : await positionBefore(pool, from, '--from'),
  to: to === undefined ? await reader.head() : await positionAt(pool, momentOf(to, '--to')),
});
