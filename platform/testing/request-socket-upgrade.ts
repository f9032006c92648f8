import { randomBytes } from 'node:crypto';
import { type ClientRequest, request } from 'node:http';

/**
 * Creates a WebSocket handshake with a Socket.IO server. The caller listens to `upgrade` and `response`, and ends the request.
 * @param address `http://host:port`.
 * @param query further parameters, beginning with `&`.
 */
export const requestSocketUpgrade = (
  address: string,
  headers: Record<string, string> = {},
  query = '',
): ClientRequest =>
  request(`${address}/socket.io/?EIO=4&transport=websocket${query}`, {
    agent: false,
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': randomBytes(16).toString('base64'),
      ...headers,
    },
  });
