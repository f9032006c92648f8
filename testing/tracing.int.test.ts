import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { testMasterKey } from '#events/testing/test-log.ts';
import { parseConfiguration } from '#platform/configuration.ts';
import { openIdentityVerifier } from '#platform/identity/identity-verifier.ts';
import { createLogger, createSilentLogger } from '#platform/logging.ts';
import { createMetrics } from '#platform/metrics.ts';
import { afterTests, closeAfterTests } from '#platform/testing/close-after-tests.ts';
import { testProjectId } from '#platform/testing/identity-provider.ts';
import { openTraceReceiver, type ReceivedSpan } from '#platform/testing/trace-receiver.ts';
import { openTracing } from '#platform/tracing/open-tracing.ts';
import { createProjector } from '#projector/server/projector.ts';
import { courseBody, startTestCommandApi } from './command-api.ts';
import { connectLiveClient } from './live-client.ts';
import { openTestNode } from './test-node.ts';

const createTraceId = () => randomBytes(16).toString('hex');
const traceparentOf = (traceId: string) => `00-${traceId}-${randomBytes(8).toString('hex')}-01`;

/** Starts the three services on one database, with a collector to which they export. */
const startTracedSchool = async () => {
  const receiver = closeAfterTests(await openTraceReceiver());
  const lines: string[] = [];
  const destination = new Writable({
    write: (chunk, _, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  const logger = createLogger({ service: 'command-api', destination });
  // Every configuration needs a database, although tracing does not connect to it.
  const tracingEnvironment = { DATABASE_URL: 'x', OTEL_EXPORTER_OTLP_ENDPOINT: receiver.address };
  const openServiceTracing = async (service: string) => {
    const tracing = await openTracing(service, parseConfiguration(tracingEnvironment), createSilentLogger());
    afterTests(() => tracing?.close());
    return tracing;
  };
  const api = await startTestCommandApi({
    tracing: await openServiceTracing('command-api'),
    logger,
    environment: { TRUSTED_PROXIES: '127.0.0.1' },
  });
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-tracing-'));
  afterTests(() => rmSync(folder, { recursive: true }));
  const verifier = openIdentityVerifier({
    projectId: testProjectId,
    emulatorHost: null,
    httpAgent: api.identityProvider.agent,
    credential: api.identityProvider.credential,
  });
  const projector = createProjector({
    configuration: parseConfiguration({
      DATABASE_URL: api.databaseUrl,
      VAULT_MASTER_KEY: testMasterKey,
      NODE_ENV: 'test',
      REMOVALS_FILE: join(folder, 'removals'),
    }),
    verifier,
    logger: createSilentLogger(),
    metrics: createMetrics({ defaults: false }),
    tracing: await openServiceTracing('projector'),
  });
  afterTests(async () => {
    await projector.stop();
    await verifier.close();
  });
  projector.start();
  const node = closeAfterTests(
    await openTestNode(api.databaseUrl, api.identityProvider, {
      tracing: await openServiceTracing('read-api'),
    }),
  );
  return { receiver, api, node, lines };
};

const describeSpans = (spans: readonly ReceivedSpan[]) =>
  spans.map(({ service, name }) => `${service}: ${name}`).toSorted();

const { receiver, api, node, lines } = await startTracedSchool();
const people = await api.registerAll({ admin: 'Admin', student: 'Student' });

test('one trace id leads from a browser’s request through command, append and projection to the live update', async () => {
  const traceId = createTraceId();
  using client = await connectLiveClient(node.address, {
    since: await api.reader.head(),
    logId: await api.reader.historyId(),
  });
  const answer = await api.call('POST', '/courses', {
    token: people.admin.token,
    body: courseBody,
    headers: { traceparent: traceparentOf(traceId), 'x-request-id': 'edge-12345678' },
  });
  expect(answer.status).toBe(200);
  await expect.poll(() => client.messages.map(({ kind }) => kind)).toContain('course-added');

  await expect
    .poll(() => describeSpans(receiver.spansOf(traceId)))
    .toEqual([
      'command-api: POST /courses',
      'command-api: append',
      'command-api: decide',
      'projector: project',
      'read-api: live update',
    ]);
  const spans = receiver.spansOf(traceId);
  const root = spans.find(({ name }) => name === 'POST /courses');
  const others = spans.filter((span) => span !== root);
  expect(root).toMatchObject({
    attributes: { 'http.route': '/courses', 'http.response.status_code': 200 },
  });
  for (const span of others) expect(span.parentSpanId).toBe(root?.spanId);
  const position = Number(answer.headers.get('log-position'));
  for (const name of ['project', 'live update'])
    expect(Number(others.find((span) => span.name === name)?.attributes['lyceum.position'])).toBe(position);
  for (const [name, batchName] of [
    ['append', 'append batch'],
    ['project', 'project batch'],
  ]) {
    const { links = [] } = others.find((span) => span.name === name) ?? {};
    const batch = receiver.spans.find(({ spanId }) => spanId === links[0]?.spanId);
    expect(batch?.name).toBe(batchName);
    expect(batch?.links).toContainEqual(expect.objectContaining({ traceId, spanId: root?.spanId }));
  }

  const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(logged.find((line) => line.traceId === traceId)).toMatchObject({
    msg: 'answered',
    requestId: answer.headers.get('x-request-id'),
    proxyRequestId: 'edge-12345678',
  });
  // Nothing is stored for traces: the events carry the id of their request, as always.
  const { rows } = await api.pool.query('select metadata from log.events where position = $1', [position]);
  expect(Object.keys(rows[0].metadata).toSorted()).toEqual(['actor', 'correlationId']);
});

test('a GET has the trace id of the browser, and the configuration for the client says that traces are on', async () => {
  const traceId = createTraceId();
  const response = await fetch(`${node.address}/courses`, {
    headers: { traceparent: traceparentOf(traceId) },
  });
  await response.arrayBuffer();
  await expect.poll(() => describeSpans(receiver.spansOf(traceId))).toEqual(['read-api: GET /courses']);
  const configuration = await (await fetch(`${node.address}/configuration.json`)).json();
  expect(configuration).toMatchObject({ tracing: { sampleRatio: 1 } });
});

test('a refusal and a reaction are in the trace of their command', async () => {
  const refused = createTraceId();
  const removed = createTraceId();
  const remove = (id: string, traceId: string) =>
    api.call('DELETE', `/users/${id}`, {
      token: people.admin.token,
      headers: { traceparent: traceparentOf(traceId) },
    });
  expect((await remove(people.admin.id, refused)).status).toBeGreaterThanOrEqual(400);
  await expect
    .poll(() => describeSpans(receiver.spansOf(refused)))
    .toContain('command-api: DELETE /users/{id}');
  expect(receiver.spansOf(refused).find(({ name }) => name === 'decide')?.attributes).toMatchObject({
    'lyceum.problem': expect.any(String),
  });

  const leaver = await api.registerUser();
  expect((await remove(leaver.id, removed)).status).toBe(200);
  await expect
    .poll(() => describeSpans(receiver.spansOf(removed)))
    .toEqual(
      expect.arrayContaining([
        'command-api: DELETE /users/{id}',
        'projector: react identity-removal',
        'projector: react removal-list',
        'read-api: live update',
      ]),
    );
});

test.each([
  '00-0-0-01',
  `00-${'0'.repeat(32)}-${'1'.repeat(16)}-01`,
  `00-${createTraceId().toUpperCase()}-x-01`,
])('replaces the trace id of an invalid traceparent: %s', async (traceparent) => {
  const { headers } = await fetch(`${node.address}/courses`, { headers: { traceparent } });
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  const [, traceId = ''] = traceparent.toLowerCase().split('-');
  expect(headers.get('x-request-id')?.replaceAll('-', '')).not.toBe(traceId);
});

test('spans contain no ids of people, e-mail addresses, names, texts or tokens', async () => {
  const traceId = createTraceId();
  const secret = 'Wollstonecraft';
  const { student } = people;
  const response = await fetch(`${node.address}/users/${encodeURIComponent(student.email)}?note=${secret}`, {
    headers: { authorization: `Bearer ${student.token}`, traceparent: traceparentOf(traceId) },
  });
  expect(response.status).toBe(200);
  await api.call('PUT', `/users/${encodeURIComponent(student.email)}`, {
    token: student.token,
    body: { name: secret, imageUrl: 'https://school.example/a.png' },
    headers: { traceparent: traceparentOf(createTraceId()) },
  });
  await expect.poll(() => receiver.spansOf(traceId).length).toBe(1);
  const exported = () => receiver.bodies.join('\n');
  await expect.poll(exported).toContain('PUT /users/{email}');
  expect(exported()).toContain('GET /users/{email}');
  for (const word of [
    secret,
    'Anna',
    'school.example',
    'Counting',
    student.id,
    people.admin.id,
    student.token,
  ])
    expect(exported()).not.toContain(word);
});

test('without a configured collector the client’s trace id is ignored', async () => {
  const untraced = closeAfterTests(await openTestNode(api.databaseUrl, api.identityProvider));
  const traceId = createTraceId();
  const { headers } = await fetch(`${untraced.address}/courses`, {
    headers: { traceparent: traceparentOf(traceId) },
  });
  expect(headers.get('x-request-id')?.replaceAll('-', '')).not.toBe(traceId);
  expect(await (await fetch(`${untraced.address}/configuration.json`)).json()).toMatchObject({
    tracing: null,
  });
});
