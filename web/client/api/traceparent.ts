import { headers } from '#contract/headers.ts';
import { isSampledTrace } from '#contract/is-sampled-trace.ts';
import { createRandomHex } from '../create-random-hex.ts';

/** The share of the traces that are recorded, from 0 to 1; null while traces are off. */
let sampleRatio: number | null = null;

/** Adds a trace id to each request from now on, unless traces are off. @param tracing from the configuration; null if traces are off. */
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
