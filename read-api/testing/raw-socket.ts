import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import type { Socket } from 'node:net';

/** Kinds of frames by their number in RFC 6455. */
export const opcodes = { text: 1, binary: 2, ping: 9 } as const;

/** A client's frame, as RFC 6455 has it: masked, unfragmented. */
const frame = (payload: Buffer, opcode: number): Buffer => {
  const mask = randomBytes(4);
  const head =
    payload.length < 126
      ? Buffer.from([0x80 | opcode, 0x80 | payload.length])
      : Buffer.from([0x80 | opcode, 0x80 | 126, payload.length >> 8, payload.length & 0xff]);
  const masked = payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0));
  return Buffer.concat([head, mask, masked]);
};

export type RawSocket = {
  socket: Socket;
  /** Sends text as one frame, whatever it is. */
  sendText(text: string): void;
  /** Sends bytes as one frame of a kind; {@link opcodes}. */
  sendFrame(payload: Buffer, opcode: number): void;
  /** Everything that came, as text. */
  received(): string;
  isClosed(): boolean;
};

/** A WebSocket to the live messages without any library: it can be slow, rude and wrong. Null when it is refused. */
export const openRawSocket = (
  address: string,
  headers: Record<string, string> = {},
): Promise<RawSocket | null> =>
  new Promise((resolve, reject) => {
    const upgrade = request(`${address}/socket.io/?EIO=4&transport=websocket`, {
      agent: false,
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': randomBytes(16).toString('base64'),
        ...headers,
      },
    });
    upgrade.on('response', (response) => {
      response.resume();
      resolve(null);
    });
    upgrade.on('error', reject);
    upgrade.on('upgrade', (_, socket, head) => {
      let heard = head.toString('latin1');
      let closed = false;
      socket.on('data', (data: Buffer) => {
        heard += data.toString('latin1');
      });
      for (const event of ['close', 'error', 'end'] as const)
        socket.on(event, () => {
          closed = true;
        });
      const sayBytes = (payload: Buffer, opcode: number) => {
        if (!socket.destroyed) socket.write(frame(payload, opcode));
      };
      resolve({
        socket,
        sendText: (text) => sayBytes(Buffer.from(text), opcodes.text),
        sendFrame: sayBytes,
        received: () => heard,
        isClosed: () => closed,
      });
    });
    upgrade.end();
  });
