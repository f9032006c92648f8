import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { json } from 'node:stream/consumers';
import { requestSocketUpgrade } from '#platform/testing/request-socket-upgrade.ts';

/** Frame types of RFC 6455. */
export const opcodes = { text: 1, binary: 2, ping: 9 } as const;

/** Encodes a masked, unfragmented frame (RFC 6455). @param payload of less than 65,536 bytes. */
const encodeFrame = (payload: Buffer, opcode: number): Buffer => {
  const mask = randomBytes(4);
  // The first 0x80 marks the last frame of a message, the second a masked payload. The length 126 means that two bytes with the length follow.
  const header =
    payload.length < 126
      ? Buffer.from([0x80 | opcode, 0x80 | payload.length])
      : Buffer.from([0x80 | opcode, 0x80 | 126, payload.length >> 8, payload.length & 0xff]);
  const masked = payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0));
  return Buffer.concat([header, mask, masked]);
};

export type RawSocket = {
  socket: Socket;
  /** Sends any text as one frame. */
  sendText(text: string): void;
  /** Sends bytes as one frame; see {@link opcodes}. */
  sendFrame(payload: Buffer, opcode: number): void;
  /** Everything received so far, as text. */
  received(): string;
  isClosed(): boolean;
};

/** Sends a handshake that the server refuses, and returns the answer. Rejects if the server accepts the handshake. */
export const sendRefusedHandshake = (
  address: string,
  headers: Record<string, string>,
): Promise<{ status: number | undefined; retryAfter: number; problem: unknown }> =>
  new Promise((resolve, reject) => {
    const upgrade = requestSocketUpgrade(address, headers);
    upgrade.on('response', (response) => {
      json(response).then(
        (problem) =>
          resolve({
            status: response.statusCode,
            retryAfter: Number(response.headers['retry-after']),
            problem,
          }),
        reject,
      );
    });
    upgrade.on('error', reject);
    upgrade.on('upgrade', (_, socket) => {
      socket.destroy();
      reject(new Error('The handshake was accepted.'));
    });
    upgrade.end();
  });

/**
 * Opens a WebSocket to a node without a library, so that a test can send invalid data or stop reading.
 * @param query further parameters of the handshake, beginning with `&`.
 * @returns null if the connection is refused.
 */
export const openRawSocket = (
  address: string,
  headers: Record<string, string> = {},
  query = '',
): Promise<RawSocket | null> =>
  new Promise((resolve, reject) => {
    const upgrade = requestSocketUpgrade(address, headers, query);
    upgrade.on('response', (response) => {
      response.resume();
      resolve(null);
    });
    upgrade.on('error', reject);
    upgrade.on('upgrade', (_, socket, head) => {
      let received = head.toString('latin1');
      let isClosed = false;
      socket.on('data', (data: Buffer) => {
        received += data.toString('latin1');
      });
      for (const event of ['close', 'error', 'end'] as const)
        socket.on(event, () => {
          isClosed = true;
        });
      const sendFrame = (payload: Buffer, opcode: number) => {
        if (!socket.destroyed) socket.write(encodeFrame(payload, opcode));
      };
      resolve({
        socket,
        sendText: (text) => sendFrame(Buffer.from(text), opcodes.text),
        sendFrame,
        received: () => received,
        isClosed: () => isClosed,
      });
    });
    upgrade.end();
  });
