import type { RecordedEvent } from '#events/log/log.ts';
import type { Tracing } from '#platform/tracing/tracing.ts';
import type { LiveUpdate } from './updates/live-update.ts';

/**
 * Creates a function that records a live update, once it was sent to the sockets of this node, in the trace of the request whose
 * event it describes.
 * @param events of the page that contains the updates.
 * @param startedAt when the page was requested, in the time of `performance.now()`.
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
