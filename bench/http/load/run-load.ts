import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { type HttpAnswer, openHttpConnection } from './http-connection.ts';

/** Makes the requests of one connection, one after the other. */
type NextRequest = () => string;

/** A kind of request that is measured. */
export type Load = {
  port: number;
  /** Returns the requests of a connection. @param connection its number, from 0. */
  createRequests: (connection: number) => NextRequest;
  expectedStatus: number;
  /** Checks the body of an answer, decompressed. @throws if it is not what the request must get. */
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

/** The first answer of each connection is validated, and then one of this many. The status of every answer is checked. */
const validateEvery = 64;

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
 * Sends requests over several connections, each of which waits for its answer before it sends the next request. After the
 * time no further request is sent, and all answers are awaited, so that the answers are exactly what the server has acknowledged.
 * @throws Error if an answer has another status than expected, or is not valid.
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
  const work = opened.map(async (connection, number) => {
    const next = load.createRequests(number);
    for (let turn = 0; performance.now() < deadline; turn += 1) {
      const request = next();
      const sentAt = performance.now();
      const answer = await connection.send(request);
      latenciesMs.push(performance.now() - sentAt);
      bytes += answer.bytes;
      if (answer.status !== load.expectedStatus)
        throw new Error(`${request.split('\r\n')[0]}: ${answer.status} ${textOf(answer).slice(0, 400)}`);
      if (turn % validateEvery === 0) load.validate(textOf(answer));
    }
  });
  try {
    await Promise.all(work);
    return { answers: latenciesMs.length, seconds: (performance.now() - start) / 1_000, latenciesMs, bytes };
  } finally {
    for (const connection of opened) connection.close();
  }
};
