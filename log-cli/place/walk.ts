import { type PseudonymousEvent, pseudonymous } from '#events/pseudonyms/pseudonymous-event.ts';
import type { Context } from './context.ts';

/** A part of the log: positions after `after` up to `to`, of these types (all when none is named). */
export type Stretch = { after: number; to: number; types: ReadonlySet<string> };

const pageSize = 2_000;

/**
 * The pages of a stretch, pseudonymous, the next one read while the last is worked on. Memory holds two pages, however
 * long the log is. @param onPage is told of the last position that was read.
 * @throws when the signal aborts.
 */
export async function* walk(
  { reader, pseudonyms, signal }: Pick<Context, 'reader' | 'pseudonyms' | 'signal'>,
  { after, to, types }: Stretch,
  onPage: (position: number) => void = () => {},
): AsyncGenerator<PseudonymousEvent[]> {
  const read = (from: number) => {
    const page = reader.readPage(from, Math.min(pageSize, to - from));
    // It may fail while nobody waits for it yet.
    page.catch(() => undefined);
    return page;
  };
  let next = after < to ? read(after) : null;
  while (next !== null) {
    signal.throwIfAborted();
    const { events } = await next;
    const last = events.at(-1)?.position;
    if (last === undefined) return;
    next = last < to ? read(last) : null;
    const wanted = types.size === 0 ? events : events.filter(({ type }) => types.has(type));
    if (wanted.length > 0) yield wanted.map((event) => pseudonymous(event, pseudonyms));
    onPage(last);
  }
}
