import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A line to a server that a test can cut and mend. */
export type Relay = AsyncDisposable & {
  /** The address of the server behind it, by way of the relay. */
  url: string;
  /** Ends all connections, and every new one at once. */
  cut(): void;
  mend(): void;
};

export const startRelay = async (target: string): Promise<Relay> => {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(Number(port), hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  const endAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    cut: () => {
      isCut = true;
      endAll();
    },
    mend: () => {
      isCut = false;
    },
    [Symbol.asyncDispose]: async () => {
      endAll();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};
