import type { RecordedEvent } from '#events/log/log.ts';
import type { Tracing } from '#platform/tracing/tracing.ts';
import type { LiveUpdate } from './updates/live-update.ts';

/**
 * Creates a function to be called after a live update has been sent to the sockets of this node. It adds a step to the trace of
 * the request that appended the event of the update.
 * @param events the page of events to which the updates belong.
 * @param startedAt when the page was requested, on the clock of `performance.now()`.
 */
export const createTraceUpdate = (
  tracing: Tracing,
  events: readonly RecordedEvent[],
  startedAt: number,
): ((update: LiveUpdate) => void) => {
  const requestIds = new Map(events.map(({ position, metadata }) => [position, metadata.correlationId]));
  return ({ position, deliveries }) => {
    const requestId = requestIds.get(position);
    if (requestId === undefined) return;
    const kinds = new Set(deliveries.map(({ message }) => message.kind));
    tracing.recordStep(requestId, {
      name: 'live update',
      startedAt,
      attributes: { 'lyceum.position': position, 'lyceum.live.kinds': [...kinds].join(' ') },
    });
  };
};
