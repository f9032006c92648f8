import type { RecordedEvent } from '#events/log/log.ts';

/** The stored data of an event is damaged and cannot be read any more. */
class DamagedEventError extends Error {
  override name = 'DamagedEventError';
}

/**
 * Returns whether a read failed because the stored data of an event is damaged: it cannot be decrypted, is not valid JSON, or
 * does not have the expected form (a TypeError). Returns false if the database is unavailable, the event type is unknown to this
 * version, or the master key is the wrong one. In those cases no event is damaged, and the read has to be retried.
 */
export const isDamagedEventError = (error: unknown): boolean => {
  if (error instanceof SyntaxError || error instanceof TypeError) return true;
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return /^ERR_(CRYPTO|OSSL)/.test(code) || /unable to authenticate data/i.test(error.message);
};

/** An event without its data. */
export type EventEnvelope = Pick<
  RecordedEvent,
  'type' | 'position' | 'stream' | 'version' | 'recordedAt' | 'commandId' | 'metadata'
>;

/**
 * Creates the placeholder of a damaged event. Reading its data throws, so a projection that needs the data parks the
 * stream, and one that needs only the type and stream continues.
 */
export const createDamagedEvent = (envelope: EventEnvelope, cause: unknown): RecordedEvent =>
  Object.defineProperty({ ...envelope }, 'data', {
    enumerable: false,
    get: () => {
      throw new DamagedEventError(
        `The stored data of the event at position ${envelope.position} is damaged and cannot be read.`,
        { cause },
      );
    },
  }) as RecordedEvent;
