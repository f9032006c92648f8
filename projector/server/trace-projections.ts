import type { LogReader } from '#events/log/log.ts';
import type { Logger } from '#platform/logging.ts';
import type { Tracing } from '#platform/tracing/tracing.ts';
import type { LogRange } from '../runner/advance.ts';

/**
 * Older events are not traced, because the traces of their requests are no longer of use. The projector applies such events, for example,
 * after a long stop or when a model is new.
 */
const maxTracedAgeMs = 15 * 60_000;

/**
 * Records a trace of a batch of events that was applied to the read tables. Also records a step in the trace of each recent
 * request whose events are in the batch.
 */
export const traceAdvance = (
  tracing: Tracing,
  models: readonly string[],
  { events }: LogRange,
  startedAt: number,
): void => {
  const endedAt = performance.now();
  const oldest = Date.now() - maxTracedAgeMs;
  const lastPositions = new Map<string, number>();
  for (const { metadata, position, recordedAt } of events)
    if (recordedAt.getTime() >= oldest) lastPositions.set(metadata.correlationId, position);
  const attributes = { 'lyceum.models': models.length };
  tracing.recordBatch(
    {
      name: 'project batch',
      startedAt,
      endedAt,
      attributes: { ...attributes, 'lyceum.batch.events': events.length },
    },
    [...lastPositions].map(([requestId, position]) => ({
      requestId,
      step: {
        name: 'project',
        startedAt,
        endedAt,
        attributes: { ...attributes, 'lyceum.position': position },
      },
    })),
  );
};

/**
 * Records a reaction in the trace of the request whose event it reacts to. The event is read from the log, because a stored
 * reaction has only its position.
 */
export const traceReaction = (
  { tracing, reader, logger }: { tracing: Tracing; reader: Pick<LogReader, 'readPage'>; logger: Logger },
  reaction: { reactor: string; position: number; startedAt: number; error?: Error },
): void => {
  const endedAt = performance.now();
  const { reactor, position, startedAt, error } = reaction;
  reader
    .readPage(position - 1, 1)
    .then(({ events: [event] }) => {
      if (event === undefined) return;
      tracing.recordStep(event.metadata.correlationId, {
        name: `react ${reactor}`,
        startedAt,
        endedAt,
        attributes: { 'lyceum.position': position },
        errorType: error?.name,
      });
    })
    .catch((failure: unknown) => logger.warn({ err: failure }, 'a reaction could not be traced'));
};
