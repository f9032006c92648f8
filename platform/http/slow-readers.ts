/** How slowly a client may read a long answer that occupies one of few slots. */
export type ReadingLimits = {
  /** How far a client may fall behind the minimum rate, for example by reading nothing for this long. */
  graceMs: number;
  /** The average rate that the client must keep, apart from the grace time. */
  minBytesPerSecond: number;
};

/** 16 KB/s is a third of the rate of a slow mobile connection (3G, 384 kbit/s). */
export const defaultReadingLimits: ReadingLimits = { graceMs: 30_000, minBytesPerSecond: 16_000 };

/**
 * Yields the chunks, and calls `onTooSlow` if the client takes longer than the limits allow. For each chunk, the client may take the time
 * that its bytes take at the minimum rate, and in addition the time that it has saved. At first, the saved time is the grace time. A client
 * that reads faster than the minimum rate saves time, but never more than the grace time. One that reads more slowly uses up its saved time.
 * The time to create a chunk does not count.
 *
 * The caller must request the next chunk only after the client has taken the previous one.
 */
export const endSlowReading = async function* <C extends string | Uint8Array>(
  chunks: AsyncIterable<C>,
  onTooSlow: () => void,
  { graceMs, minBytesPerSecond }: ReadingLimits = defaultReadingLimits,
): AsyncGenerator<C> {
  let savedMs = graceMs;
  for await (const chunk of chunks) {
    const allowedMs = savedMs + (Buffer.byteLength(chunk) * 1_000) / minBytesPerSecond;
    const beganAtMs = performance.now();
    const timer = setTimeout(onTooSlow, allowedMs);
    try {
      yield chunk;
    } finally {
      clearTimeout(timer);
    }
    savedMs = Math.min(graceMs, allowedMs - (performance.now() - beganAtMs));
  }
};

/**
 * Creates the error of a client that reads too slowly. It has the code of the error for a disconnected client, so it is
 * not logged as an error.
 */
export const tooSlowError = (): Error =>
  Object.assign(new Error('The client read too slowly, so its download was ended.'), {
    code: 'ERR_STREAM_PREMATURE_CLOSE',
  });
