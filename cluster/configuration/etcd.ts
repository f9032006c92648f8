export type EtcdNode = { name: string; clientPort: number; peerPort: number; dataFolder: string };

/** Returns the arguments of an etcd node. */
export const etcdArguments = (node: EtcdNode, all: readonly EtcdNode[]): string[] => [
  '--name',
  node.name,
  '--data-dir',
  node.dataFolder,
  '--listen-client-urls',
  `http://127.0.0.1:${node.clientPort}`,
  '--advertise-client-urls',
  `http://127.0.0.1:${node.clientPort}`,
  '--listen-peer-urls',
  `http://127.0.0.1:${node.peerPort}`,
  '--initial-advertise-peer-urls',
  `http://127.0.0.1:${node.peerPort}`,
  '--initial-cluster',
  all.map(({ name, peerPort }) => `${name}=http://127.0.0.1:${peerPort}`).join(','),
  '--initial-cluster-state',
  'new',
  '--initial-cluster-token',
  'lyceum',
  // The demonstration runs on one busy machine, where the defaults, 100 ms and 1 s, would cause needless elections.
  '--heartbeat-interval',
  '250',
  '--election-timeout',
  '2500',
  '--log-level',
  'warn',
  '--logger',
  'zap',
];
