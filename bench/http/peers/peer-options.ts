/**
 * The work of a peer. With Koa: `hello` answers with a constant text, `select` selects a row, `insert` inserts one. `fastify` answers with
 * the same text, with Fastify.
 */
export type PeerKind = 'hello' | 'select' | 'insert' | 'fastify';

/** The constant text. */
export const helloText = JSON.stringify({ status: 'ok' });

export type PeerOptions = { kind: PeerKind; databaseUrl: string };
