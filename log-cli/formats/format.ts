import type { PseudonymousEvent } from '#events/pseudonyms/pseudonymous-event.ts';

/** Converts pages of events to the content of a file, chunk by chunk. */
export type Format = (
  pages: AsyncIterable<readonly PseudonymousEvent[]>,
) => AsyncIterable<Uint8Array | string>;
