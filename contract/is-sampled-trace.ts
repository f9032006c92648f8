/**
 * How many digits at the end of a trace id decide whether the trace is recorded. The trace ids of the client are random. Those of the
 * services are UUIDs, whose last 13 digits are random. A JavaScript number represents 13 hexadecimal digits (52 bits) exactly.
 */
const decidingDigits = 13;

/**
 * Returns whether a trace is recorded. The answer follows from the trace id, so the client and all services make the same decision
 * without asking each other.
 * @param traceId 32 hexadecimal digits.
 * @param sampleRatio the share of traces that are recorded, from 0 to 1.
 */
export const isSampledTrace = (traceId: string, sampleRatio: number): boolean =>
  Number.parseInt(traceId.slice(-decidingDigits), 16) < sampleRatio * 16 ** decidingDigits;
