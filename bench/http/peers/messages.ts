/** What a peer does: answer a constant text, select a row, or insert one. `fastify` answers the constant text with Fastify. */
export type PeerKind = 'hello' | 'select' | 'insert' | 'fastify';

export const helloText = JSON.stringify({ status: 'ok' });

export type PeerOptions = { kind: PeerKind; databaseUrl: string };
