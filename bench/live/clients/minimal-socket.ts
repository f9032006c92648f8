/**
 * A minimal Socket.IO client: one TCP connection, frames read in place, payloads not parsed. Thousands of these clients leave most
 * of the processor time to the measured servers.
 */
import type { Socket } from 'node:net';
import { requestSocketUpgrade } from '#platform/testing/request-socket-upgrade.ts';

type SocketListener = {
  /** @param packet Latin-1 text such as `42["message",{…`. */
  onEvent: (name: string, packet: string) => void;
  /**
   * Called when the connection fails or closes, and when the server refuses the handshake. May be called twice, for example on an error
   * and on the close.
   */
  onClose: (reason: string) => void;
};

export type MinimalSocket = {
  /** Closes the connection at once. Does nothing before it is open. */
  close(): void;
};

/** Encodes a text frame. Its mask is all zeros, which leaves the payload unchanged. */
const encodeFrame = (text: string): Buffer => {
  const payload = Buffer.from(text);
  const head =
    payload.length < 126
      ? Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0])
      : Buffer.from([0x81, 0xfe, payload.length >> 8, payload.length & 0xff, 0, 0, 0, 0]);
  return Buffer.concat([head, payload]);
};

/**
 * Reads where the payload of a frame starts and how long it is (RFC 6455): a code below 126 is the length itself. With 126 the length
 * is in the next two bytes, with 127 in the next eight.
 * @returns null if the bytes end before the payload.
 */
const readFrameHead = (bytes: Buffer): { start: number; length: number } | null => {
  if (bytes.length < 2) return null;
  const lengthCode = bytes.readUInt8(1) & 0x7f;
  if (lengthCode < 126) return { start: 2, length: lengthCode };
  if (lengthCode === 126) return bytes.length < 4 ? null : { start: 4, length: bytes.readUInt16BE(2) };
  return bytes.length < 10 ? null : { start: 10, length: Number(bytes.readBigUInt64BE(2)) };
};

/** Finds the payload of the first frame, or returns null if the frame is incomplete. Frames from a server have no mask. */
const findFirstFrame = (bytes: Buffer): { start: number; end: number; opcode: number } | null => {
  const head = readFrameHead(bytes);
  if (head === null) return null;
  const end = head.start + head.length;
  return bytes.length < end ? null : { start: head.start, end, opcode: bytes.readUInt8(0) & 0x0f };
};

/** Reads packets from a socket: answers pings, joins the main namespace, and passes events on to the listener. */
const readSocket = (socket: Socket, firstBytes: Buffer, auth: string, listener: SocketListener) => {
  let unread = firstBytes;
  const send = (text: string) => {
    if (!socket.destroyed) socket.write(encodeFrame(text));
  };
  // The first digit is the packet type of Engine.IO (0 open, 2 ping, 3 pong, 4 message), the second that of Socket.IO (0 connect,
  // 2 event, 4 connect error).
  const handlePacket = (packet: string) => {
    if (packet === '2') send('3');
    else if (packet.startsWith('42["')) listener.onEvent(packet.slice(4, packet.indexOf('"', 4)), packet);
    else if (packet.startsWith('0')) send(`40${auth}`);
    else if (packet.startsWith('44')) {
      listener.onClose(`refused: ${packet}`);
      socket.destroy();
    }
  };
  const read = (chunk: Buffer) => {
    unread = unread.length === 0 ? chunk : Buffer.concat([unread, chunk]);
    for (let frame = findFirstFrame(unread); frame !== null; frame = findFirstFrame(unread)) {
      if (frame.opcode === 1) handlePacket(unread.toString('latin1', frame.start, frame.end));
      unread = unread.subarray(frame.end);
    }
  };
  socket.setNoDelay(true);
  socket.on('data', read);
  socket.on('error', (error) => listener.onClose(error.message));
  socket.on('close', () => listener.onClose('closed'));
  read(Buffer.alloc(0));
};

/**
 * Connects to a Socket.IO server and its main namespace.
 * @param address `http://host:port`.
 * @param auth the handshake's data as JSON.
 */
export const openMinimalSocket = (address: string, auth: string, listener: SocketListener): MinimalSocket => {
  let socket: Socket | null = null;
  const upgrade = requestSocketUpgrade(address);
  upgrade.on('upgrade', (_, upgraded, head) => {
    socket = upgraded as Socket;
    readSocket(socket, head, auth, listener);
  });
  upgrade.on('response', (response) => {
    response.resume();
    listener.onClose(`refused with ${response.statusCode}`);
  });
  upgrade.on('error', (error) => listener.onClose(error.message));
  upgrade.end();
  return { close: () => socket?.destroy() };
};
