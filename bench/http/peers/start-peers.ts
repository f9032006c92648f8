import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { Client } from 'pg';
import { formatRequest } from '../load/format-request.ts';
import type { Load } from '../load/run-load.ts';
import { courseBody } from '../school/course-body.ts';
import { helloText, type PeerKind, type PeerOptions } from './peer-options.ts';

type Peer = { kind: PeerKind; pid: number; load: Load };

export type Peers = AsyncDisposable & {
  all: readonly Peer[];
  /** Counts the rows of the table. @throws AssertionError if their number is not that of the acknowledged inserts. */
  verifyInserts(acknowledged: number): Promise<void>;
};

const tables = `
  create table course (id uuid primary key, code text, name text, details text, price float8);
  create table event (
    position bigint generated always as identity primary key, stream text collate "C" not null, version integer not null,
    type text collate "C" not null, recorded_at timestamptz not null default clock_timestamp(), command_id uuid not null,
    data json not null, unique (stream, version))`;

const startPeer = async (options: PeerOptions) => {
  const child = fork(join(import.meta.dirname, 'peer-process.ts'), {
    env: { ...process.env, NODE_ENV: 'production', LYCEUM_BENCH_PEER: JSON.stringify(options) },
  });
  const [port] = (await once(child, 'message')) as [number];
  return { port, pid: child.pid ?? 0, end: () => child.disconnect() };
};

/** Starts the servers that the product is compared with. `select` and `insert` use the database of `databaseUrl`. */
export const startPeers = async (databaseUrl: string): Promise<Peers> => {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
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
  const started = await Promise.all(
    (Object.keys(requests) as PeerKind[]).map(async (kind) => {
      const { request, validate } = requests[kind];
      const { port, pid, end } = await startPeer({ kind, databaseUrl });
      const load: Load = { port, createRequests: () => () => request, expectedStatus: 200, validate };
      return { kind, pid, load, end };
    }),
  );
  return {
    all: started,
    verifyInserts: async (acknowledged) => {
      const { rows } = await client.query<{ rows: number }>('select count(*)::int as rows from event');
      assert.equal(rows[0]?.rows, acknowledged, 'rows of Koa + INSERT');
    },
    [Symbol.asyncDispose]: async () => {
      for (const { end } of started) end();
      await client.end();
    },
  };
};
