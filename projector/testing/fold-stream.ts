import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import { streamId } from '#events/catalogue/stream-id.ts';
import { type Evolutions, foldRows, type Row } from '../projection/fold-rows.ts';
import { recorded } from './recorded-events.ts';

/** Returns the row that a stream's events produce; null if they produce none. */
export const foldStream = <R extends Row>(
  stream: string,
  events: readonly DomainEvent[],
  evolutions: Evolutions<R>,
): R | null => {
  const id = streamId(stream);
  const history = recorded(events.map((event) => [stream, event] as const));
  return foldRows(new Map(), history, () => id, evolutions).get(id) ?? null;
};
