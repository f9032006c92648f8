import type { SettledAppends } from '#events/log/log.ts';
import { ProblemError } from '#platform/problems.ts';
import type { Tracing } from '#platform/tracing/tracing.ts';
import { OutdatedResolutionError } from './decision.ts';

/**
 * Records the step of a command from loading the states to the decision. A refusal is a result, not an error.
 * @param refusal what the decider threw; null if it decided.
 */
export const traceDecision = (
  tracing: Tracing,
  requestId: string,
  startedAt: number,
  refusal: unknown,
): void => {
  // An outdated resolution is recorded as a refusal, not as an error.
  const problem = refusal instanceof OutdatedResolutionError ? refusal.problem : refusal;
  const isRefusal = problem instanceof ProblemError;
  tracing.recordStep(requestId, {
    name: 'decide',
    startedAt,
    ...(isRefusal ? { attributes: { 'lyceum.problem': problem.code } } : {}),
    errorType: refusal === null || isRefusal ? undefined : errorTypeOf(refusal),
  });
};

/**
 * Records a batch of appends. Also records a step in the trace of each request, from the moment when its append was queued to the
 * end of the batch.
 */
export const traceAppends = (tracing: Tracing, { sentAt, appends }: SettledAppends): void => {
  const endedAt = performance.now();
  tracing.recordBatch(
    {
      name: 'append batch',
      startedAt: sentAt ?? endedAt,
      endedAt,
      attributes: { 'lyceum.batch.requests': appends.length },
    },
    appends.map(({ correlationId, queuedAt, outcome }) => ({
      requestId: correlationId,
      step: {
        name: 'append',
        startedAt: queuedAt,
        endedAt,
        attributes: { 'lyceum.append.outcome': outcome },
        errorType: outcome === 'failed' ? 'append-failed' : undefined,
      },
    })),
  );
};

const errorTypeOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error);
