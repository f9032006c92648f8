/** A peer answers a constant text (`hello`, or `fastify` with Fastify), selects a row, or inserts one. */
export type PeerKind = 'hello' | 'select' | 'insert' | 'fastify';

/** The constant text. */
export const helloText = JSON.stringify({ status: 'ok' });

export type PeerOptions = { kind: PeerKind; databaseUrl: string };
