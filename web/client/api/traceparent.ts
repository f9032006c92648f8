import { headers } from '#contract/headers.ts';
import { isSampledTrace } from '#contract/is-sampled-trace.ts';
import { createRandomHex } from '../create-random-hex.ts';

/** The share of the traces that the server records, from 0 to 1; null if it records none. */
let sampleRatio: number | null = null;

/** Adds a trace id to each request from now on, if the configuration of the server says that traces are recorded. */
export const startTracing = (tracing: { sampleRatio: number } | null): void => {
  sampleRatio = tracing?.sampleRatio ?? null;
};

/** Returns a `traceparent` header with a new trace id for one request, or no header while traces are off. */
export const createTraceHeaders = (): Record<string, string> => {
  if (sampleRatio === null) return {};
  const traceId = createRandomHex(16);
  const spanId = createRandomHex(8);
  const flags = isSampledTrace(traceId, sampleRatio) ? '01' : '00';
  return { [headers.traceparent]: `00-${traceId}-${spanId}-${flags}` };
};
