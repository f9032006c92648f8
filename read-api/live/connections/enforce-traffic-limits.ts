import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { LiveLimits } from '../live-limits.ts';

/** The part of an Engine.IO connection that is used here. */
type Connection = {
  request: IncomingMessage;
  transport: object;
  on(event: 'packet' | 'packetCreate', listener: (packet: { data?: unknown }) => void): unknown;
  on(event: 'drain' | 'close', listener: () => void): unknown;
};

/** How long a client may take for the closing handshake of a WebSocket. */
export const closeHandshakeTimeoutMs = 1_000;

type DisconnectReason = 'too slow' | 'too many messages';

/**
 * Disconnects a client that sends too many packets, reads too slowly, or does not answer the close frame.
 *
 * Bytes for the client are counted when Engine.IO queues a packet, and forgotten when the transport has taken all of
 * them. Data that the transport has accepted but not yet sent is in the buffer of the TCP socket and counts as well.
 *
 * The TCP socket is destroyed, because a close frame would wait behind the data that the client does not read.
 */
export const enforceTrafficLimits = (
  connection: Connection,
  limits: Pick<LiveLimits, 'maxBufferedBytes' | 'maxPacketsPerWindow' | 'rateWindowMs'>,
  onDisconnect: (reason: DisconnectReason) => void,
) => {
  const { socket } = connection.request;
  const disconnect = (reason: DisconnectReason) => {
    if (socket.destroyed) return;
    onDisconnect(reason);
    socket.destroy();
  };

  let queuedBytes = 0;
  connection.on('packetCreate', (packet) => {
    queuedBytes += estimateBytes(packet.data);
    if (queuedBytes + socket.writableLength > limits.maxBufferedBytes) disconnect('too slow');
  });
  connection.on('drain', () => {
    queuedBytes = 0;
  });

  connection.on('close', () => {
    setTimeout(() => socket.destroy(), closeHandshakeTimeoutMs).unref();
  });

  let windowEnd = 0;
  let receivedPackets = 0;
  const countPacket = () => {
    const now = performance.now();
    if (now > windowEnd) {
      windowEnd = now + limits.rateWindowMs;
      receivedPackets = 0;
    }
    receivedPackets += 1;
    if (receivedPackets > limits.maxPacketsPerWindow) disconnect('too many messages');
  };
  connection.on('packet', countPacket);
  // The WebSocket library answers pings below Engine.IO, so a client could fill our buffers without sending Engine.IO packets.
  webSocketOf(connection)?.on('ping', countPacket);
};

/** Returns the size of a packet. A string counts as one byte per UTF-16 code unit, which is accurate enough for a limit. */
const estimateBytes = (data: unknown): number => {
  if (typeof data === 'string') return data.length;
  return Buffer.isBuffer(data) ? data.byteLength : 0;
};

const webSocketOf = ({ transport }: Connection): EventEmitter | null =>
  'socket' in transport && transport.socket instanceof EventEmitter ? transport.socket : null;
