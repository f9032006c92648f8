import type { LogReader } from '#events/log/log.ts';
import type { Logger } from '#platform/logging.ts';
import type { Tracing } from '#platform/tracing/tracing.ts';
import type { LogRange } from '../runner/advance.ts';

/**
 * Events that are older belong to no request that anybody looks at: the projector catches up after a long stop, or a model is
 * new.
 */
const maxAgeMs = 15 * 60_000;

/**
 * Records that a range of the log was applied to the read tables, and this step in the trace of each request whose events it
 * contains.
 */
export const traceAdvance = (
  tracing: Tracing,
  models: readonly string[],
  { events }: LogRange,
  startedAt: number,
): void => {
  const endedAt = performance.now();
  const oldest = Date.now() - maxAgeMs;
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

/** Records a reaction in the trace of the request whose event it reacts to. The stored reaction knows only the position of the event. */
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
