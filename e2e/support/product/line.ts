import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A line to a server that can be cut and mended, as the one of a train that goes through a tunnel. */
export type Line = AsyncDisposable & {
  url: string;
  /** Ends all connections abruptly, and any that comes until it is mended. */
  cut: () => void;
  mend: () => void;
};

/** @param port of the server on loopback. */
export const openLine = async (port: number): Promise<Line> => {
  const ends = new Set<Socket>();
  let isCut = false;
  const join = (one: Socket, other: Socket) => {
    ends.add(one);
    one.pipe(other);
    one.on('error', () => other.destroy());
    one.on('close', () => {
      ends.delete(one);
      other.destroy();
    });
  };
  const server = createServer((socket) => {
    if (isCut) {
      socket.destroy();
      return;
    }
    const beyond = connect(port, '127.0.0.1');
    join(socket, beyond);
    join(beyond, socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    isCut = true;
    for (const end of [...ends]) end.destroy();
  };
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    cut,
    mend: () => {
      isCut = false;
    },
    [Symbol.asyncDispose]: async () => {
      cut();
      await new Promise((closed) => server.close(closed));
    },
  };
};
