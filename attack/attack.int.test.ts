import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { policies } from '#contract/policies.ts';
import { appendRequest, courseAdded } from '#events/testing/test-log.ts';
import { userIdOf } from '#platform/identity/record-ids.ts';
import { longWait } from '#platform/testing/long-wait.ts';
import { attack } from './attack.ts';
import type { Finding } from './checks/finding.ts';
import { openTestTarget } from './testing/test-target.ts';

const target = await openTestTarget();
afterEach(() => {
  target.fault = null;
});

const options = {
  // Without a time limit, because the attack must send all requests even on a slow machine.
  ...{ seed: 1, requests: 400, maxMinutes: Infinity, concurrency: 8, roundSize: 100 },
  ...{ timeoutMs: longWait.timeout, maxAnswerBytes: 4_000_000 },
  policies,
};

test('finds nothing in the product', async () => {
  const report = await attack(target, options);
  // On a busy machine the database may be too slow.
  expect(report.findings.filter(({ check }) => check !== 'unavailable')).toEqual([]);
  expect(report.sent).toBe(options.requests);
  // An attack whose requests are all refused would find nothing. About half of the operations succeed. Their number depends on the order
  // of the concurrent requests.
  expect(report.statuses.get('200') ?? 0).toBeGreaterThan(options.requests / 10);
  expect(report.neverSucceeded.length).toBeLessThan((report.operations * 3) / 4);
  expect(report.events).toBeGreaterThan(5);
});

/** A request of the attack that a fault handles instead of the product, with the user whom its token names. */
type InterceptedRequest = { request: IncomingMessage; response: ServerResponse; userId: string };

/** Attacks the product while a fault intercepts those affected requests that carry a token. */
const attackWith = async (
  fault: (intercepted: InterceptedRequest) => void,
  isAffected: (request: IncomingMessage) => boolean,
  changes: Partial<typeof options> = {},
): Promise<Finding[]> => {
  const report = await attack(target, {
    ...options,
    ...{ requests: 120, roundSize: 60, ...changes },
    // The fault begins after the first round, because the attack must be able to prepare its records.
    onProgress: () => {
      target.fault = (request, response) => {
        const [, payload] = /^Bearer [\w-]+\.([\w-]+)\./.exec(request.headers.authorization ?? '') ?? [];
        if (payload === undefined || !isAffected(request)) return false;
        const { sub } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sub: string };
        request.resume();
        fault({ request, response, userId: userIdOf(sub) });
        return true;
      };
    },
  });
  return [...report.findings];
};

/** Leaves out registrations: the attack itself registers people between the rounds, and fails if that is refused. */
const isPost = ({ method, url }: IncomingMessage) => method === 'POST' && url !== '/users';

/** Appends a new course and answers with the status, without any check, as a faulty route would. */
const addCourse = async (
  actor: { id: string; role: 'Student' | 'Admin' },
  response: ServerResponse,
  status: number,
) => {
  const correlationId = randomUUID();
  await target.log.appender.append(
    appendRequest({
      writes: [{ stream: `course-${randomUUID()}`, expectedVersion: 0, events: [courseAdded('Optics')] }],
      metadata: { actor, correlationId },
    }),
  );
  response.writeHead(status, { 'x-request-id': correlationId, 'content-type': 'application/json' });
  response.end('{}');
};

test('finds a route that skips its permission check', async () => {
  const findings = await attackWith(
    ({ userId, response }) => void addCourse({ id: userId, role: 'Student' }, response, 200),
    isPost,
  );
  expect(findings).toContainEqual(
    expect.objectContaining({
      check: 'event without permission',
      description: expect.stringMatching(/^CourseAdded .* Student was not permitted to cause it$/),
    }),
  );
});

test('finds a route that records a role other than the one in the log', async () => {
  const findings = await attackWith(
    ({ userId, response }) => void addCourse({ id: userId, role: 'Admin' }, response, 200),
    isPost,
  );
  expect(findings.map(({ description }) => description)).toContainEqual(
    expect.stringMatching(/it says Admin, but the log says (Student|Instructor)/),
  );
});

test('finds a route that acts in the name of another user', async () => {
  const other = await target.register('Admin');
  const findings = await attackWith(
    ({ response }) => void addCourse({ id: other.userId, role: 'Admin' }, response, 200),
    isPost,
  );
  expect(findings.map(({ description }) => description)).toContainEqual(
    expect.stringContaining('its actor did not send POST'),
  );
});

test('finds a route that writes although it refuses the request', async () => {
  const findings = await attackWith(
    ({ userId, response }) => void addCourse({ id: userId, role: 'Admin' }, response, 403),
    isPost,
  );
  expect(findings.map(({ check, description }) => `${check}: ${description}`)).toContainEqual(
    expect.stringMatching(/^event without request: CourseAdded .* its request was answered 403$/),
  );
});

test('finds a GET that answers users without permission', async () => {
  const findings = await attackWith(
    ({ response }) => response.writeHead(200, { 'content-type': 'application/json' }).end('[]'),
    ({ method }) => method === 'GET',
  );
  expect(findings.map(({ check }) => check)).toContain('answer without permission');
});

test('finds a server error', async () => {
  const findings = await attackWith(({ response }) => response.writeHead(500).end('{}'), isPost);
  expect(findings.map(({ check }) => check)).toContain('server error');
});

test('finds a request without an answer', async () => {
  const findings = await attackWith(() => {}, isPost, { timeoutMs: 1_500, requests: 80 });
  expect(findings.map(({ check }) => check)).toContain('no answer');
});

test('finds an answer that is too large', async () => {
  const findings = await attackWith(
    ({ response }) => response.writeHead(200).end(Buffer.alloc(4_000_001)),
    isPost,
  );
  expect(findings.map(({ check }) => check)).toContain('answer too large');
});
