/**
 * The bare server with which the product is compared: Socket.IO with the same transport, compression and pings, and nothing else in
 * its process.
 * `POST /broadcast` with a JSON array of `[event, payload]` answers first and then emits each packet to all clients.
 */
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { Server } from 'socket.io';

const http = createServer((request, response) => {
  void json(request).then((body) => {
    response.end('{}');
    const packets = body as [string, unknown][];
    // The answer is sent before the broadcast occupies the event loop, as in the product.
    setImmediate(() => {
      for (const [event, payload] of packets) io.emit(event, payload);
    });
  });
});
const io = new Server(http, {
  transports: ['websocket'],
  allowUpgrades: false,
  serveClient: false,
  perMessageDeflate: false,
  httpCompression: false,
  pingInterval: 25_000,
  pingTimeout: 20_000,
});
io.on('connection', (socket) => socket.emit('welcome', { position: 0 }));

http.listen(0, '127.0.0.1', 8_192, () => {
  const address = http.address();
  process.send?.(address !== null && typeof address === 'object' ? address.port : 0);
});
process.on('disconnect', () => process.exit());
