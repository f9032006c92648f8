/** Loads the packages of OpenTelemetry. Import it only through `openTracing`. */
import {
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  RandomIdGenerator,
  type SpanExporter,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { pause } from '#concurrency/pause.ts';
import type { Logger } from '../logging.ts';
import { createSpanAdmission } from './span-admission.ts';
import { rootSpanIdOf, traceIdOf } from './trace-ids.ts';
import type { TracedStep, Tracing } from './tracing.ts';

/** Shorter than the time that a service may take to stop, because an export keeps the process running. */
const exportTimeoutMs = 3_000;
const closeTimeoutMs = 2_000;
/** The maximum number of spans that wait to be exported. Further spans are dropped. */
const maxQueuedSpans = 2_048;
const exportIntervalMs = 2_000;

type ExportTracingOptions = {
  /** The name of the service, unless `OTEL_SERVICE_NAME` names another. */
  service: string;
  /** The address of the collector, to which `/v1/traces` is added. */
  endpoint: string;
  sampleRatio: number;
  logger: Logger;
};

/** Opens tracing that exports its spans in the background. */
export const openExportTracing = ({
  service,
  endpoint,
  sampleRatio,
  logger,
}: ExportTracingOptions): Tracing => {
  const randomIds = new RandomIdGenerator();
  /** The ids of the root span that is started next; null for all other spans. */
  let rootIds: { traceId: string; spanId: string } | null = null;
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': service, 'service.namespace': 'lyceum' }))
      .merge(detectResources({ detectors: [envDetector] })),
    // `admitSpan` decides before a span is started.
    sampler: new AlwaysOnSampler(),
    idGenerator: {
      generateTraceId: () => rootIds?.traceId ?? randomIds.generateTraceId(),
      generateSpanId: () => rootIds?.spanId ?? randomIds.generateSpanId(),
    },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reportFailures(
          new OTLPTraceExporter({
            url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
            timeoutMillis: exportTimeoutMs,
          }),
          logger,
        ),
        maxQueueSize: maxQueuedSpans,
        scheduledDelayMillis: exportIntervalMs,
      }),
    ],
  });
  const tracer = provider.getTracer('lyceum');
  const admitSpan = createSpanAdmission(sampleRatio);

  const record = (
    { name, startedAt, endedAt = performance.now(), attributes, errorType }: TracedStep,
    options: { parent?: SpanContext; kind?: SpanKind; links?: readonly SpanContext[] },
  ): SpanContext => {
    const { parent, kind = SpanKind.INTERNAL, links = [] } = options;
    // Spans of several services are compared by the system clock, and the clock of `performance` drifts from it.
    const offsetToSystemTime = Date.now() - performance.now();
    const span = tracer.startSpan(
      name,
      {
        kind,
        startTime: offsetToSystemTime + startedAt,
        links: links.map((context) => ({ context })),
        ...(attributes ? { attributes } : {}),
      },
      parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT,
    );
    if (errorType !== undefined) {
      span.setAttribute('error.type', errorType);
      span.setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end(offsetToSystemTime + endedAt);
    return span.spanContext();
  };

  /** A failure to record work must not make the work itself fail. */
  const logFailures = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      rootIds = null;
      logger.warn({ err: error }, 'a span could not be recorded');
    }
  };

  return {
    sampleRatio,
    recordRequest: (requestId, step, { isCommand }) =>
      logFailures(() => {
        const traceId = traceIdOf(requestId);
        if (!admitSpan(traceId)) return;
        rootIds = { traceId, spanId: isCommand ? rootSpanIdOf(traceId) : randomIds.generateSpanId() };
        record(step, { kind: SpanKind.SERVER });
        rootIds = null;
      }),
    recordStep: (requestId, step) =>
      logFailures(() => {
        const traceId = traceIdOf(requestId);
        if (admitSpan(traceId)) record(step, { parent: rootSpanOf(traceId) });
      }),
    recordBatch: (batch, parts) =>
      logFailures(() => {
        const admitted = parts.flatMap(({ requestId, step }) => {
          const traceId = traceIdOf(requestId);
          return admitSpan(traceId) ? [{ parent: rootSpanOf(traceId), step }] : [];
        });
        if (admitted.length === 0) return;
        const context = record(batch, { links: admitted.map(({ parent }) => parent) });
        for (const { parent, step } of admitted) record(step, { parent, links: [context] });
      }),
    close: async () => {
      // A failed export is logged by `reportFailures`.
      const ended = new AbortController();
      const shutdown = provider.shutdown().catch(() => undefined);
      await Promise.race([shutdown, pause(closeTimeoutMs, ended.signal)]);
      ended.abort();
    },
  };
};

/** Returns the span of a command's request, which another service may have recorded. */
const rootSpanOf = (traceId: string): SpanContext => ({
  traceId,
  spanId: rootSpanIdOf(traceId),
  traceFlags: TraceFlags.SAMPLED,
  isRemote: true,
});

/** Logs when exports begin to fail and when they succeed again. The spans of a failed export are dropped. */
const reportFailures = (exporter: SpanExporter, logger: Logger): SpanExporter => {
  let isFailing = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const { error } = result;
        if (error && !isFailing) logger.warn({ err: error }, 'traces cannot be exported and are dropped');
        if (!error && isFailing) logger.info('traces are exported again');
        isFailing = error !== undefined;
        done(result);
      }),
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
};
