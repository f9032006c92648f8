/**
 * A Socket.IO client of as little as there can be: one TCP connection, frames read where they lie, nothing parsed that is
 * not asked for. Thousands of them leave the machine to the servers that are measured.
 */
import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import type { Socket } from 'node:net';

export type Heard = {
  /** An event: its name, and its packet as Latin-1 text (`42["message",{…`). */
  event: (name: string, packet: string) => void;
  /** The line is gone, or the server refused the handshake. */
  lost: (why: string) => void;
};

/** One text frame; the mask is all zeros, which leaves the payload as it is. */
const frameOf = (text: string): Buffer => {
  const payload = Buffer.from(text);
  const head =
    payload.length < 126
      ? Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0])
      : Buffer.from([0x81, 0xfe, payload.length >> 8, payload.length & 0xff, 0, 0, 0, 0]);
  return Buffer.concat([head, payload]);
};

/** Where the payload of the first frame begins and ends, or null while it is not whole. A server's frames have no mask. */
const firstFrame = (bytes: Buffer): { start: number; end: number; opcode: number } | null => {
  if (bytes.length < 2) return null;
  const opcode = bytes.readUInt8(0) & 0x0f;
  const short = bytes.readUInt8(1) & 0x7f;
  const start = short < 126 ? 2 : short === 126 ? 4 : 10;
  if (bytes.length < start) return null;
  const length =
    short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  return bytes.length < start + length ? null : { start, end: start + length, opcode };
};

const follow = (socket: Socket, first: Buffer, auth: string, heard: Heard) => {
  let rest = first;
  const say = (text: string) => {
    if (!socket.destroyed) socket.write(frameOf(text));
  };
  const hear = (packet: string) => {
    if (packet === '2') say('3');
    else if (packet.startsWith('42["')) heard.event(packet.slice(4, packet.indexOf('"', 4)), packet);
    else if (packet.startsWith('0')) say(`40${auth}`);
    else if (packet.startsWith('44')) heard.lost(`refused: ${packet}`);
  };
  const read = (chunk: Buffer) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (let frame = firstFrame(rest); frame !== null; frame = firstFrame(rest)) {
      if (frame.opcode === 1) hear(rest.toString('latin1', frame.start, frame.end));
      rest = rest.subarray(frame.end);
    }
  };
  socket.setNoDelay(true);
  socket.on('data', read);
  socket.on('error', (error) => heard.lost(error.message));
  socket.on('close', () => heard.lost('closed'));
  read(Buffer.alloc(0));
};

/**
 * Connects to the Socket.IO server at `http://host:port` and says hello.
 * @param auth what it says with it, as JSON.
 */
export const openLeanSocket = (address: string, auth: string, heard: Heard): void => {
  const upgrade = request(`${address}/socket.io/?EIO=4&transport=websocket`, {
    agent: false,
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': randomBytes(16).toString('base64'),
    },
  });
  upgrade.on('upgrade', (_, socket, head) => follow(socket as Socket, head, auth, heard));
  upgrade.on('response', (response) => {
    response.resume();
    heard.lost(`refused with ${response.statusCode}`);
  });
  upgrade.on('error', (error) => heard.lost(error.message));
  upgrade.end();
};
