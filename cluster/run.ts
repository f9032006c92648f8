/**
 * Starts a highly available Lyceum on this machine, for demonstration: `npm run cluster [-- --keep]`.
 * docs/cluster.md explains it.
 */
import { parseArgs } from 'node:util';
import { createStopSignal } from './processes/create-stop-signal.ts';
import { type Cluster, startCluster } from './start-cluster.ts';

const describe = (cluster: Cluster): string =>
  [
    `Lyceum is ready: ${cluster.edgeUrl}`,
    '',
    `HAProxy                ${cluster.statisticsUrl}  (which node is the primary, which services are ready)`,
    ...cluster.databases.nodes.map(
      (node) =>
        `${node.name}             http://127.0.0.1:${node.restPort}/cluster  PostgreSQL: port ${node.postgresPort}`,
    ),
    `Database, primary      ${cluster.primaryUrl('lyceum_owner')}`,
    `Database, replicas     ${cluster.replicaUrl('read_api')}`,
    `Logs, configuration    ${cluster.folder}`,
    '',
    'No school is loaded. Register and choose the role Admin to begin. Kill any process to see what happens: it is',
    'started again. Ctrl-C stops everything.',
  ].join('\n');

const { values: options } = parseArgs({ options: { keep: { type: 'boolean', default: false } } });
const print = (text: string) => process.stdout.write(`${text}\n`);
const { signal } = createStopSignal('Stopped before the cluster was ready.');

try {
  const startedAt = performance.now();
  const cluster = await startCluster({
    print: (step) => print(`… ${step}`),
    shouldKeepFolder: options.keep,
    signal,
  });
  print(`\n${((performance.now() - startedAt) / 1000).toFixed(1)} s in total\n\n${describe(cluster)}`);
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
  print('\nstopping');
  await cluster[Symbol.asyncDispose]();
  print(options.keep ? `The data is in ${cluster.folder}.` : 'All data is deleted.');
  process.exit(0);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
