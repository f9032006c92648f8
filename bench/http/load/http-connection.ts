/**
 * A kept-alive HTTP/1.1 connection with one request at a time. It does only what the benchmark needs, because the servers need the
 * same processors.
 */
import { connect, type Socket } from 'node:net';

export type HttpAnswer = {
  status: number;
  /** Status line and header fields. */
  head: string;
  /** The body as it was sent, so possibly compressed. */
  body: Buffer;
  /** The number of bytes of head and body. */
  bytes: number;
};

export type HttpConnection = {
  /**
   * Sends a request and resolves with its answer.
   * @param request the whole text of the request.
   * @throws Error if the connection is closed, or closes while the answer is awaited.
   */
  send(request: string): Promise<HttpAnswer>;
  close(): void;
};

const headEnd = Buffer.from('\r\n\r\n');
const lineEnd = Buffer.from('\r\n');
const noBytes = Buffer.alloc(0);

/** Joins the chunks of a body in `Transfer-Encoding: chunked`. @returns the body and where it ends; null if the body is not complete. */
const joinChunks = (received: Buffer, start: number): { body: Buffer; end: number } | null => {
  const parts: Buffer[] = [];
  let at = start;
  while (true) {
    const end = received.indexOf(lineEnd, at);
    if (end < 0) return null;
    const size = Number.parseInt(received.toString('latin1', at, end), 16);
    const next = end + 2 + size + 2;
    if (received.length < next) return null;
    if (size === 0) return { body: Buffer.concat(parts), end: next };
    parts.push(received.subarray(end + 2, end + 2 + size));
    at = next;
  }
};

/** Returns the answer at the start of the received bytes, or null if it is not complete. */
const parseAnswer = (received: Buffer): HttpAnswer | null => {
  const headLength = received.indexOf(headEnd);
  if (headLength < 0) return null;
  const bodyStart = headLength + headEnd.length;
  const head = received.toString('latin1', 0, bodyStart);
  const status = Number(head.slice(9, 12));
  if (status === 204 || status === 304) return { status, head, body: noBytes, bytes: bodyStart };
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length === undefined) {
    const chunked = joinChunks(received, bodyStart);
    return chunked === null ? null : { status, head, body: chunked.body, bytes: chunked.end };
  }
  const end = bodyStart + Number(length);
  return received.length < end ? null : { status, head, body: received.subarray(bodyStart, end), bytes: end };
};

/** Connects to a server on this machine. @throws Error if it refuses the connection. */
export const openHttpConnection = async (port: number): Promise<HttpConnection> => {
  const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  let received: Buffer = noBytes;
  let waiting: { resolve: (answer: HttpAnswer) => void; reject: (error: Error) => void } | null = null;
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const answer = parseAnswer(received);
    if (answer === null) return;
    received = received.subarray(answer.bytes);
    const answered = waiting;
    waiting = null;
    answered?.resolve(answer);
  });
  const createClosedError = () => new Error('The server closed the connection before it had answered.');
  const fail = () => waiting?.reject(createClosedError());
  socket.on('error', fail);
  socket.on('close', fail);
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        // A destroyed socket no longer emits anything.
        if (socket.destroyed) {
          reject(createClosedError());
          return;
        }
        waiting = { resolve, reject };
        socket.write(request);
      }),
    close: () => socket.destroy(),
  };
};
