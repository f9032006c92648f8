import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { LiveLimits } from './limits.ts';

/** What is used of an Engine.IO connection. */
type Connection = {
  request: IncomingMessage;
  transport: object;
  on(event: 'packet' | 'packetCreate', listener: (packet: { data?: unknown }) => void): unknown;
  on(event: 'drain' | 'close', listener: () => void): unknown;
};

/** How long a client may take for the leave-taking of a WebSocket. */
export const farewellMs = 1_000;

export type CutReason = 'too slow' | 'too many messages';

const sizeOf = (data: unknown): number =>
  typeof data === 'string' ? data.length : Buffer.isBuffer(data) ? data.byteLength : 0;

const webSocketOf = ({ transport }: Connection): EventEmitter | null =>
  'socket' in transport && transport.socket instanceof EventEmitter ? transport.socket : null;

/**
 * Cuts a connection off that sends too much or reads too little. What waits for a slow client is counted as it is
 * handed over and forgotten when the transport takes it, so the check costs nothing and needs no sweep; what
 * the transport has taken and not sent stands in the socket's own buffer and counts as well.
 * The TCP connection is destroyed: a polite close would wait behind the data that the client does not read.
 */
export const guardConnection = (
  connection: Connection,
  limits: LiveLimits,
  onCut: (reason: CutReason) => void,
) => {
  const { socket } = connection.request;
  const cut = (reason: CutReason) => {
    if (socket.destroyed) return;
    onCut(reason);
    socket.destroy();
  };

  let waiting = 0;
  connection.on('packetCreate', (packet) => {
    waiting += sizeOf(packet.data);
    if (waiting + socket.writableLength > limits.bufferedBytes) cut('too slow');
  });
  connection.on('drain', () => {
    waiting = 0;
  });

  // Who was told to go and does not answer is not waited for.
  connection.on('close', () => {
    setTimeout(() => socket.destroy(), farewellMs).unref();
  });

  let windowEnds = 0;
  let received = 0;
  const receive = () => {
    const now = performance.now();
    if (now > windowEnds) {
      windowEnds = now + limits.rateWindowMs;
      received = 0;
    }
    received += 1;
    if (received > limits.packetsPerWindow) cut('too many messages');
  };
  connection.on('packet', receive);
  // The WebSocket library answers a ping by itself, below Engine.IO: who pings and reads nothing would fill our buffers.
  webSocketOf(connection)?.on('ping', receive);
};
