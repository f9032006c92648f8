import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import type { Socket } from 'node:net';

/** A client's frame of text, as RFC 6455 has it: masked, unfragmented. */
const frame = (text: string): Buffer => {
  const payload = Buffer.from(text);
  const mask = randomBytes(4);
  const head =
    payload.length < 126
      ? Buffer.from([0x81, 0x80 | payload.length])
      : Buffer.from([0x81, 0x80 | 126, payload.length >> 8, payload.length & 0xff]);
  const masked = payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0));
  return Buffer.concat([head, mask, masked]);
};

export type RawSocket = {
  socket: Socket;
  /** Sends text as one frame, whatever it is. */
  say(text: string): void;
  /** Everything that came, as text. */
  heard(): string;
  closed(): boolean;
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
      resolve({
        socket,
        say: (text) => {
          if (!socket.destroyed) socket.write(frame(text));
        },
        heard: () => heard,
        closed: () => closed,
      });
    });
    upgrade.end();
  });
