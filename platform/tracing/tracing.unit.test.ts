import { once } from 'node:events';
import { createServer } from 'node:net';
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { parseConfiguration } from '../configuration.ts';
import { reserveFreePort } from '../free-port.ts';
import { createLogger } from '../logging.ts';
import { afterTests, closeAfterTests } from '../testing/close-after-tests.ts';
import { openTraceReceiver } from '../testing/trace-receiver.ts';
import { openTracing } from './open-tracing.ts';
import { rootSpanIdOf } from './trace-ids.ts';
import type { Tracing } from './tracing.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const requestId = '4bf92f35-77b3-4da6-a3ce-929d0e0e4736';

/** Opens tracing that exports its spans to an address. `lines` is what it logs. */
const openTestTracing = async (endpoint: string) => {
  const lines: string[] = [];
  const destination = new Writable({
    write: (chunk, _, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  const configuration = parseConfiguration({ DATABASE_URL: 'x', OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
  const tracing = await openTracing('test', configuration, createLogger({ service: 'test', destination }));
  if (tracing === null) throw new Error('The traces are off.');
  return { tracing, lines };
};
const recordRequest = (tracing: Tracing, id = requestId) =>
  tracing.recordRequest(id, { name: 'POST /things', startedAt: performance.now() }, { isCommand: true });

test('opens no tracing without an endpoint', async () => {
  const configuration = parseConfiguration({ DATABASE_URL: 'x', OTEL_TRACES_SAMPLER_ARG: '1' });
  expect(await openTracing('test', configuration, createLogger({ service: 'test' }))).toBeNull();
});

test('exports a command and the steps that follow from it as one tree', async () => {
  const receiver = closeAfterTests(await openTraceReceiver());
  const { tracing } = await openTestTracing(`${receiver.address}/`);
  const now = performance.now();
  tracing.recordStep(requestId, {
    name: 'step',
    startedAt: now - 20,
    endedAt: now - 10,
    attributes: { 'lyceum.position': 7 },
  });
  recordRequest(tracing);
  await tracing.close();
  const [root, step] = ['POST /things', 'step'].map((name) =>
    receiver.spansOf(traceId).find((span) => span.name === name),
  );
  expect(root).toMatchObject({ service: 'test', spanId: rootSpanIdOf(traceId) });
  expect(root?.parentSpanId ?? '').toBe('');
  expect(step).toMatchObject({ parentSpanId: root?.spanId, attributes: { 'lyceum.position': 7 } });
  const durationMs = Number((step?.endTimeUnixNano ?? 0n) - (step?.startTimeUnixNano ?? 0n)) / 1e6;
  expect(durationMs).toBeCloseTo(10, 0);
});

test('exports the type of an error, and marks the span as failed', async () => {
  const receiver = closeAfterTests(await openTraceReceiver());
  const { tracing } = await openTestTracing(receiver.address);
  tracing.recordStep(requestId, { name: 'step', startedAt: performance.now(), errorType: 'TypeError' });
  await tracing.close();
  expect(receiver.spans).toMatchObject([{ attributes: { 'error.type': 'TypeError' }, status: { code: 2 } }]);
});

test('links a batch with the traces of its requests, in both directions', async () => {
  const receiver = closeAfterTests(await openTraceReceiver());
  const { tracing } = await openTestTracing(receiver.address);
  const otherTraceId = `f${traceId.slice(1)}`;
  const step = { name: 'append', startedAt: performance.now() };
  tracing.recordBatch({ name: 'append batch', startedAt: performance.now() }, [
    { requestId, step },
    { requestId: otherTraceId, step },
  ]);
  await tracing.close();
  const batch = receiver.spans.find(({ name }) => name === 'append batch');
  expect(batch?.links).toEqual(
    [traceId, otherTraceId].map((id) => expect.objectContaining({ traceId: id, spanId: rootSpanIdOf(id) })),
  );
  for (const id of [traceId, otherTraceId])
    expect(receiver.spansOf(id)).toMatchObject([
      { name: 'append', links: [{ traceId: batch?.traceId, spanId: batch?.spanId }] },
    ]);
});

test('drops spans while the collector is down, logs this once, and still closes', async () => {
  const { tracing, lines } = await openTestTracing(`http://127.0.0.1:${await reserveFreePort()}`);
  const ids = Array.from({ length: 40 }, (_, index) => `${index}`.padStart(32, '1'));
  // More spans than the queue holds.
  for (const id of ids) for (let span = 0; span < 100; span += 1) recordRequest(tracing, id);
  await tracing.close();
  await expect.poll(() => lines.filter((line) => line.includes('cannot be exported')).length).toBe(1);
});

test('closes even if the collector never answers', async () => {
  const server = createServer(() => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterTests(() => void server.close());
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  const { tracing, lines } = await openTestTracing(`http://127.0.0.1:${port}`);
  recordRequest(tracing);
  await tracing.close();
  await expect.poll(() => lines.join('')).toContain('cannot be exported');
});
