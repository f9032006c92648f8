import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Client } from 'pg';
import { forkServer } from '../../harness/fork-server.ts';
import { formatRequest } from '../load/format-request.ts';
import type { Load } from '../load/run-load.ts';
import { courseBody } from '../school/course-body.ts';
import { helloText, type PeerKind, type PeerOptions } from './peer-options.ts';

type Peer = { kind: PeerKind; pid: number; load: Load };

export type Peers = AsyncDisposable & {
  all: readonly Peer[];
  /** Counts the rows that `insert` has written. @throws AssertionError if their number is not that of the acknowledged inserts. */
  verifyInserts(acknowledged: number): Promise<void>;
};

const tables = `
  create table course (id uuid primary key, code text, name text, details text, price float8);
  create table event (
    position bigint generated always as identity primary key, stream text collate "C" not null, version integer not null,
    type text collate "C" not null, recorded_at timestamptz not null default clock_timestamp(), command_id uuid not null,
    data json not null, unique (stream, version))`;

const startPeer = (options: PeerOptions) =>
  forkServer(join(import.meta.dirname, 'peer-process.ts'), {
    ...process.env,
    NODE_ENV: 'production',
    LYCEUM_BENCH_PEER: JSON.stringify(options),
  });

/**
 * Starts the servers that the product is compared with. `select` and `insert` use the database of `databaseUrl`.
 * @throws Error if one does not become ready, after ending the others.
 */
export const startPeers = async (databaseUrl: string): Promise<Peers> => {
  await using resources = new AsyncDisposableStack();
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  resources.defer(() => client.end());
  await client.query(tables);
  const rowId = randomUUID();
  const { course_code: code, course_name: name, details, price } = courseBody('a peer');
  await client.query('insert into course values ($1, $2, $3, $4, $5)', [rowId, code, name, details, price]);

  const requests: Record<PeerKind, { request: string; validate: (body: string) => void }> = {
    hello: { request: formatRequest('GET', '/'), validate: (body) => assert.equal(body, helloText) },
    fastify: { request: formatRequest('GET', '/'), validate: (body) => assert.equal(body, helloText) },
    select: {
      request: formatRequest('GET', `/${rowId}`),
      validate: (body) => assert.equal((JSON.parse(body) as { name: string }).name, name),
    },
    insert: {
      request: formatRequest('POST', '/', { body: courseBody('a peer') }),
      validate: (body) => assert.match(body, /"insertedId"/),
    },
  };
  const all: Peer[] = [];
  for (const kind of Object.keys(requests) as PeerKind[]) {
    const { request, validate } = requests[kind];
    const { port, pid, end } = await startPeer({ kind, databaseUrl });
    resources.defer(end);
    const load: Load = { port, createRequests: () => () => request, expectedStatus: 200, validate };
    all.push({ kind, pid, load });
  }
  const kept = resources.move();
  return {
    all,
    verifyInserts: async (acknowledged) => {
      const { rows } = await client.query<{ rows: number }>('select count(*)::int as rows from event');
      assert.equal(rows[0]?.rows, acknowledged, 'rows of Koa + INSERT');
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
};
