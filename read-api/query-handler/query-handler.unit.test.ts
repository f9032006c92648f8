import type { Kysely } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { allEndpoints, endpoints } from '#contract/endpoints.ts';
import { parseConfiguration } from '#platform/configuration.ts';
import { createApp } from '#platform/http/app.ts';
import { openHttpServer } from '#platform/http/http-server.ts';
import { createSilentLogger } from '#platform/logging.ts';
import { createMetrics } from '#platform/metrics.ts';
import { retryLaterError } from '#platform/problems.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import type { Checkpoints } from '../freshness/checkpoints.ts';
import { createAnswerCache } from './answer-cache.ts';
import { createLongAnswers } from './long-answers.ts';
import { createQueryHandler } from './query-handler.ts';

type Replica = { server: string; list: string[] };

const checkpointsOf = ({ server }: Replica): Checkpoints => ({
  ...{ logId: 'a', head: 10, entityTagId: 'a', isPrimaryUnreachable: false, outageMs: 0 },
  ...{ replicaPosition: 10, replicaServer: server },
  models: new Map([
    ['courses', { position: 10, currentUpTo: 10, relevantPosition: 10, epoch: 0, parkedStreams: 0 }],
  ]),
});

/** Opens a node that answers `GET /courses` with the long list of a replica. `beforeList` is called before it reads the list. */
const openNode = async (replica: Replica) => {
  const school = { replica, beforeList: () => {} };
  const metrics = createMetrics({ defaults: false });
  const handle = createQueryHandler({
    build: 'b',
    waitUntilFresh: async () => ({
      ...{ checkpoints: checkpointsOf(school.replica), position: 10, isStale: false, headOnArrival: 10 },
    }),
    requireSameServer: ({ replicaServer }) => {
      if (replicaServer !== school.replica.server)
        throw retryLaterError('unavailable', 'The data cannot be reached.', 2);
    },
    identify: async () => null,
    findMembership: async () => ({ state: 'unknown' }),
    answerCache: createAnswerCache(metrics),
    longAnswers: createLongAnswers(),
    tables: {} as Kysely<ReadTables>,
    recordReading: async () => {},
  });
  const app = createApp({
    ...{ service: 'test', metrics, logger: createSilentLogger(), endpoints: allEndpoints },
    configuration: parseConfiguration({ DATABASE_URL: 'none' }),
    middlewares: [
      handle(endpoints.listCourses, {
        models: ['courses'],
        longAnswer: async () =>
          async function* () {
            school.beforeList();
            yield JSON.stringify(school.replica.list);
          },
        answer: async () => ({ body: [] }),
      }),
    ],
  });
  const server = await openHttpServer({ listener: app.callback, host: '127.0.0.1', port: 0 });
  onTestFinished(() => server.close(100));
  const get = async () => {
    const response = await fetch(`http://127.0.0.1:${server.port}/courses`);
    return { status: response.status, body: await response.json() };
  };
  return { school, get };
};

test('does not keep a long list from a different replica than its entity tag', async () => {
  const { school, get } = await openNode({ server: 'first', list: ['Optics', 'Logic'] });
  school.beforeList = () => {
    school.replica = { server: 'second', list: ['Optics'] };
  };
  expect((await get()).status).toBe(503);
  // The second replica has caught up, so the entity tag is the same.
  school.beforeList = () => {};
  school.replica = { server: 'second', list: ['Optics', 'Logic'] };
  expect(await get()).toEqual({ status: 200, body: ['Optics', 'Logic'] });
});
