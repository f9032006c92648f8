import type { RecordedEvent } from '#events/log/log.ts';

/** The stored data of an event is damaged: it cannot be read by anybody any more. */
export class UnreadableEventError extends Error {
  override name = 'UnreadableEventError';
}

/**
 * Whether reading failed because of what is stored in one event: a box that does not open, text that is no JSON. Not
 * so when the database does not answer, an event is of a kind that this version does not know yet, or the master
 * key is another one: then every event is readable, only not here and now, and all of them must wait.
 */
export const isDamage = (error: unknown): boolean => {
  if (error instanceof SyntaxError || error instanceof TypeError) return true;
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return /^ERR_(CRYPTO|OSSL)/.test(code) || /unable to authenticate data/i.test(error.message);
};

/** Where an event stands; what can be said of it without its data. */
export type Envelope = Pick<
  RecordedEvent,
  'type' | 'position' | 'stream' | 'version' | 'recordedAt' | 'commandId' | 'metadata'
>;

/**
 * Stands in the place of a damaged event. Whoever asks for its data gets the error: so a projection that needs the
 * data parks the stream, and one that needs only to know that it happened goes on.
 */
export const unreadableEvent = (envelope: Envelope, cause: unknown): RecordedEvent =>
  Object.defineProperty({ ...envelope }, 'data', {
    enumerable: false,
    get: () => {
      throw new UnreadableEventError(
        `The stored data of the event at position ${envelope.position} is damaged and cannot be read.`,
        { cause },
      );
    },
  }) as RecordedEvent;
