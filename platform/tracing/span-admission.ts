import { LRUCache } from 'lru-cache';
import { isSampledTrace } from '#contract/is-sampled-trace.ts';

/** Clients choose trace ids, so they could send only sampled ids, or one id for all requests. These limits bound the cost. */
const maxTracesPerSecond = 50;
const maxSpansPerTrace = 100;
const maxRememberedTraces = 10_000;

/**
 * Creates a function that decides for each span of a service whether to record it, and counts it. A span is recorded if its trace
 * is sampled, and if neither the limit of traces per second nor that of spans per trace is reached.
 * @param now returns milliseconds.
 */
export const createSpanAdmission = (sampleRatio: number, now: () => number = () => performance.now()) => {
  const spansLeft = new LRUCache<string, number>({ max: maxRememberedTraces });
  let secondStartedAt = Number.NEGATIVE_INFINITY;
  let tracesInSecond = 0;
  const admitTrace = (): boolean => {
    if (now() - secondStartedAt >= 1_000) {
      secondStartedAt = now();
      tracesInSecond = 0;
    }
    tracesInSecond += 1;
    return tracesInSecond <= maxTracesPerSecond;
  };
  return (traceId: string): boolean => {
    if (!isSampledTrace(traceId, sampleRatio)) return false;
    const left = spansLeft.get(traceId) ?? (admitTrace() ? maxSpansPerTrace : 0);
    spansLeft.set(traceId, Math.max(0, left - 1));
    return left > 0;
  };
};
