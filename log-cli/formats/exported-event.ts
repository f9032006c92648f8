import type { PseudonymousEvent } from '#events/pseudonyms/pseudonymous-event.ts';

/**
 * An event as analysts get it. Public answers show positions beside names, so a number among the exported events of its type
 * stands in place of the position.
 */
export type ExportedEvent = { ordinal: number } & Omit<PseudonymousEvent, 'position'>;

/** Numbers the events of one type; `first` is the number of the first one. */
export const numberEvents = (page: readonly PseudonymousEvent[], first: number): ExportedEvent[] =>
  page.map(({ recordedAt, stream, version, type, role, seeded, command, data }, index) => ({
    // One by one, because an object from a spread is slower to create and to convert to JSON.
    ordinal: first + index,
    recordedAt,
    stream,
    version,
    type,
    role,
    seeded,
    command,
    data,
  }));
