import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy in front of a server, with which a test interrupts the connections to that server. */
export type TcpProxy = AsyncDisposable & {
  /** The server's URL with the proxy's host and port. */
  url: string;
  /** Destroys all connections, and every new one until `unblock` is called. */
  block(): void;
  /** Holds back what the server sends until `unblock` is called. */
  withholdAnswers(): void;
  unblock(): void;
  /** Sends new connections to other servers in turn. Existing connections stay; `block` ends them. */
  redirect(...targets: string[]): void;
};

/** Starts a proxy. @param target URL of the server, including its port. */
export const startTcpProxy = async (target: string): Promise<TcpProxy> => {
  const { hostname } = new URL(target);
  const getPort = (url: string) => Number(new URL(url).port);
  let ports = [getPort(target)];
  let connectionCount = 0;
  const sockets = new Set<Socket>();
  const upstreams = new Set<Socket>();
  let isBlocked = false;
  let isWithholding = false;
  const closeTogether = (source: Socket, sink: Socket) => {
    sockets.add(source);
    source.on('error', () => sink.destroy());
    source.on('close', () => {
      sockets.delete(source);
      sink.destroy();
    });
  };
  const server = createServer((client) => {
    if (isBlocked) {
      client.destroy();
      return;
    }
    const upstream = connect(ports[connectionCount % ports.length] ?? 0, hostname);
    connectionCount += 1;
    closeTogether(client, upstream);
    closeTogether(upstream, client);
    client.pipe(upstream);
    upstreams.add(upstream);
    upstream.on('close', () => upstreams.delete(upstream));
    upstream.on('data', (answer) => {
      if (client.write(answer)) return;
      upstream.pause();
      client.once('drain', () => {
        if (!isWithholding) upstream.resume();
      });
    });
    if (isWithholding) upstream.pause();
    upstream.on('end', () => client.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  // The proxy listens on IPv4 only; `localhost` keeps its name, because a page's origin depends on it.
  if (hostname !== 'localhost') url.hostname = '127.0.0.1';
  const destroyAll = () => {
    for (const socket of [...sockets]) socket.destroy();
  };
  return {
    url: url.href.replace(/\/$/, ''),
    block: () => {
      isBlocked = true;
      destroyAll();
    },
    withholdAnswers: () => {
      isWithholding = true;
      for (const upstream of upstreams) upstream.pause();
    },
    unblock: () => {
      isBlocked = false;
      isWithholding = false;
      for (const upstream of upstreams) upstream.resume();
    },
    redirect: (...targets) => {
      ports = targets.map(getPort);
    },
    [Symbol.asyncDispose]: async () => {
      isBlocked = true;
      destroyAll();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};
