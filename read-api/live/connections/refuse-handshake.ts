import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { type Problem, problemTypes } from '#contract/problems.ts';
import type { ProblemError } from '#platform/problems.ts';

/**
 * Answers a WebSocket handshake with a problem, and closes the connection. Engine.IO itself always refuses with status 400, and
 * cannot send `Retry-After`.
 */
export const refuseHandshake = (socket: Duplex, { code, message, retryAfter }: ProblemError): void => {
  const { status, title } = problemTypes[code];
  const problem: Problem = {
    ...{ type: `urn:lyceum:problem:${code}`, title, status, code, detail: message },
    requestId: randomUUID(),
  };
  const body = JSON.stringify(problem);
  const lines = [
    `HTTP/1.1 ${status} ${title}`,
    'Connection: close',
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(retryAfter === undefined ? [] : [`Retry-After: ${retryAfter}`]),
  ];
  // The client may have disconnected.
  socket.on('error', () => undefined);
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
};
