/**
 * Opens several read-apis in one process, each with its own database connections, caches and live delivery, as if each ran on a
 * machine of its own. The parent sends `report`, and gets the position of the log that an answer of each node contains.
 *
 *   node nodes-process.ts COUNT        DATABASE_URL, VAULT_MASTER_KEY, FIREBASE_PROJECT_ID and FIREBASE_AUTH_EMULATOR_HOST as for a service
 */
import { parseConfiguration } from '#platform/configuration.ts';
import { openHttpServer } from '#platform/http/http-server.ts';
import { openIdentityVerifier } from '#platform/identity/identity-verifier.ts';
import { createLogger } from '#platform/logging.ts';
import { createMetrics } from '#platform/metrics.ts';
import { openReadApi } from '#read-api/server.ts';

export type NodesMessage = { kind: 'ready' } | { kind: 'positions'; positions: number[] };

const count = Number(process.argv[2]);
const configuration = parseConfiguration(process.env);
const verifier = openIdentityVerifier(configuration.firebase);
const logger = createLogger({ service: 'bench', level: 'error' });

const openNode = async () => {
  const readApi = openReadApi({
    configuration,
    logger,
    metrics: createMetrics(),
    verifier,
    build: 'bench',
    clientFolder: null,
    authEmulatorUrl: null,
  });
  const { server, port } = await openHttpServer({ listener: readApi.callback, host: '127.0.0.1', port: 0 });
  readApi.attach(server);
  await readApi.ready();
  return { port };
};

/** Returns the position of the log that the answer of a node contains. */
const readPosition = async ({ port }: { port: number }): Promise<number> => {
  const answer = await fetch(`http://127.0.0.1:${port}/courses?limit=1`, {
    signal: AbortSignal.timeout(30_000),
  });
  await answer.arrayBuffer();
  return Number(answer.headers.get('log-position'));
};

const send = (message: NodesMessage) => process.send?.(message);

const nodes: { port: number }[] = [];
// One after the other, as nodes of a real installation start.
for (let index = 0; index < count; index += 1) nodes.push(await openNode());
process.on('message', async () =>
  send({ kind: 'positions', positions: await Promise.all(nodes.map(readPosition)) }),
);
process.on('disconnect', () => process.exit());
send({ kind: 'ready' });
