/**
 * How many digits at the end of a trace id decide. In a UUID these digits are random, too, and a number represents them
 * exactly.
 */
const digits = 13;

/**
 * Returns whether a trace is recorded. The answer follows from the trace id, so the client and all services agree on it without
 * telling each other.
 * @param traceId 32 hexadecimal digits.
 * @param sampleRatio the share of traces that are recorded, from 0 to 1.
 */
export const isSampledTrace = (traceId: string, sampleRatio: number): boolean =>
  Number.parseInt(traceId.slice(-digits), 16) < sampleRatio * 16 ** digits;
