import type { PseudonymousEvent } from '#events/pseudonyms/pseudonymous-event.ts';

/**
 * An event as analysts get it. It has an ordinal instead of a position, because public answers show positions beside names. The
 * ordinal is the number of the event among the exported events of its type.
 */
export type ExportedEvent = { ordinal: number } & Omit<PseudonymousEvent, 'position'>;

/** Numbers the events of one type; `first` is the number of the first one. */
export const numberEvents = (page: readonly PseudonymousEvent[], first: number): ExportedEvent[] =>
  page.map(({ recordedAt, stream, version, type, role, seeded, command, data }, index) => ({
    // A spread would give an object that is slower to create and to convert to JSON.
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
