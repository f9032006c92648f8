/** A peer of the HTTP benchmark, in a process of its own: a Koa or Fastify server that does one small task. Its options are in the environment, as JSON. */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import Koa from 'koa';
import { Pool } from 'pg';
import { loadPeer } from '../../harness/load-peers.ts';
import { helloText, type PeerOptions } from './peer-options.ts';

const { kind, databaseUrl } = JSON.parse(process.env.LYCEUM_BENCH_PEER ?? '{}') as PeerOptions;

const hello: Koa.Middleware = (context) => {
  context.body = { status: 'ok' };
};

/** Creates the middleware that answers `GET /{id}` with the row of this key. The pool has the default size, 10. */
const createSelect = (pool: Pool): Koa.Middleware => {
  return async (context) => {
    const { rows } = await pool.query({
      name: 'peer-select',
      text: 'select id, code, name, details, price from course where id = $1',
      values: [context.path.slice(1)],
    });
    context.body = rows[0];
  };
};

/** Creates the middleware that inserts the body of `POST /` as a row, into a table with the columns and indexes of a small log. */
const createInsert = (pool: Pool): Koa.Middleware => {
  return async (context) => {
    const id = randomUUID();
    const body = await json(context.req);
    await pool.query({
      name: 'peer-insert',
      text: 'insert into event (stream, version, type, command_id, data) values ($1, 1, $2, $3, $4)',
      values: [`course-${id}`, 'CourseAdded', randomUUID(), JSON.stringify(body)],
    });
    context.body = { insertedId: id };
  };
};

const startKoa = (middleware: Koa.Middleware): Promise<number> => {
  const koa = new Koa();
  koa.use(middleware);
  const server = createServer(koa.callback());
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
};

type Fastify = {
  get(path: string, handler: () => Promise<unknown>): void;
  listen(address: { port: number; host: string }): Promise<string>;
};

const startFastify = async (): Promise<number> => {
  const { default: createFastify } = await loadPeer<{ default: () => Fastify }>('fastify');
  const fastify = createFastify();
  fastify.get('/', async () => JSON.parse(helloText) as unknown);
  return Number(new URL(await fastify.listen({ port: 0, host: '127.0.0.1' })).port);
};

const start = (): Promise<number> => {
  if (kind === 'fastify') return startFastify();
  if (kind === 'hello') return startKoa(hello);
  const pool = new Pool({ connectionString: databaseUrl });
  return startKoa(kind === 'select' ? createSelect(pool) : createInsert(pool));
};

process.send?.(await start());
process.on('disconnect', () => process.exit());
