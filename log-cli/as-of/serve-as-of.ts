import type { AddressInfo } from 'node:net';
import type { BuiltClient } from '#local/client/build-client.ts';
import type { Configuration } from '#platform/configuration.ts';
import { type HttpServer, openHttpServer, PortTakenError } from '#platform/http/http-server.ts';
import type { Logger } from '#platform/logging.ts';
import { createMetrics } from '#platform/metrics.ts';
import { asOfSignInPath, rejectAllTokens } from '#read-api/as-of/as-of-sign-in.ts';
import type { AsOfView } from '#read-api/as-of/as-of-view.ts';
import { openReadApi } from '#read-api/server.ts';
import { UsageError } from '../terminal/exit-codes.ts';
import { formatOrigin } from './format-origin.ts';

type AsOfServer = { address: string; close(): Promise<void> };

/** How long open requests may take when the server closes. */
const closeTimeoutMs = 1_000;

/**
 * Serves the read-api and the client for a view of the past.
 * @param options.host the address to listen on. Everybody who can connect sees what visitors may see, without a password.
 * @returns its address. For a signed-in user, the address contains the secret that signs the browser in.
 * @throws {UsageError} if the port is taken.
 */
export const serveAsOf = async ({
  configuration,
  view,
  client,
  host,
  port,
  logger,
}: {
  configuration: Configuration;
  view: AsOfView;
  client: BuiltClient;
  host: string;
  port: number;
  logger: Logger;
}): Promise<AsOfServer> => {
  const readApi = openReadApi({
    configuration,
    logger,
    metrics: createMetrics(),
    verifier: rejectAllTokens,
    build: client.build,
    clientFolder: client.folder,
    authEmulatorUrl: null,
    // Readings are not recorded: the operator who runs this command holds the master key and could read everything anyway.
    recordReading: async () => {},
    // A quiz that was running at that moment is shown as running.
    clock: () => view.at,
    asOf: view,
  });
  let server: HttpServer | null = null;
  const close = async () => {
    readApi.startClosing();
    await server?.close(closeTimeoutMs);
    await readApi.close();
  };
  try {
    server = await openHttpServer({ listener: readApi.callback, host, port });
    await readApi.ready();
    const origin = formatOrigin(server.server.address() as AddressInfo);
    return {
      address: view.signIn === null ? origin : `${origin}${asOfSignInPath}?secret=${view.signIn.secret}`,
      close,
    };
  } catch (error) {
    await close().catch(() => undefined);
    if (error instanceof PortTakenError)
      throw new UsageError(`Port ${port} is in use. Choose another one with --port.`, { cause: error });
    throw error;
  }
};
