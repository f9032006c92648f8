import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { type HttpAnswer, openHttpConnection } from './http-connection.ts';

/** Returns the next request of one connection. */
type NextRequest = () => string;

/** A kind of request that is measured. */
export type Load = {
  port: number;
  /** Returns a function that makes the requests of a connection, one by one. @param connection its number, from 0. */
  createRequests: (connection: number) => NextRequest;
  expectedStatus: number;
  /** Checks the body of an answer, decompressed. @throws Error if the body is not as expected. */
  validate: (body: string) => void;
};

/** The result of one run. */
export type LoadResult = {
  answers: number;
  seconds: number;
  latenciesMs: number[];
  /** Bytes of all answers, with their heads. */
  bytes: number;
};

/** On each connection, one answer in this many is validated, beginning with the first. The status of every answer is checked. */
const answersPerValidation = 64;

const decompressors: Record<string, (body: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
  gzip: gunzipSync,
};

const textOf = ({ head, body }: HttpAnswer): string => {
  const coding = /\r\ncontent-encoding: (\w+)/i.exec(head)?.[1];
  return (coding === undefined ? body : (decompressors[coding]?.(body) ?? body)).toString('utf8');
};

/**
 * Sends requests over several connections, each of which waits for its answer before it sends the next request. After `durationMs`
 * no further request is sent, but all answers are awaited, so that no acknowledged command is missing from the count.
 * @throws Error if an answer does not have the expected status, or is not valid.
 */
export const runLoad = async (
  load: Load,
  { connections, durationMs }: { connections: number; durationMs: number },
): Promise<LoadResult> => {
  const opened = await Promise.all(Array.from({ length: connections }, () => openHttpConnection(load.port)));
  const latenciesMs: number[] = [];
  let bytes = 0;
  const start = performance.now();
  const deadline = start + durationMs;
  const runs = opened.map(async (connection, number) => {
    const next = load.createRequests(number);
    for (let turn = 0; performance.now() < deadline; turn += 1) {
      const request = next();
      const sentAt = performance.now();
      const answer = await connection.send(request);
      latenciesMs.push(performance.now() - sentAt);
      bytes += answer.bytes;
      if (answer.status !== load.expectedStatus)
        throw new Error(`${request.split('\r\n')[0]}: ${answer.status} ${textOf(answer).slice(0, 400)}`);
      if (turn % answersPerValidation === 0) load.validate(textOf(answer));
    }
  });
  try {
    await Promise.all(runs);
    return { answers: latenciesMs.length, seconds: (performance.now() - start) / 1_000, latenciesMs, bytes };
  } finally {
    for (const connection of opened) connection.close();
  }
};
