export type EtcdNode = { name: string; clientPort: number; peerPort: number; dataFolder: string };

/** Returns the command-line arguments of an etcd node. @param all the nodes of the cluster, including this one. */
export const etcdArguments = (node: EtcdNode, all: readonly EtcdNode[]): string[] => {
  const clientUrl = `http://127.0.0.1:${node.clientPort}`;
  const peerUrl = `http://127.0.0.1:${node.peerPort}`;
  const settings = {
    name: node.name,
    'data-dir': node.dataFolder,
    'listen-client-urls': clientUrl,
    'advertise-client-urls': clientUrl,
    'listen-peer-urls': peerUrl,
    'initial-advertise-peer-urls': peerUrl,
    'initial-cluster': all.map(({ name, peerPort }) => `${name}=http://127.0.0.1:${peerPort}`).join(','),
    'initial-cluster-state': 'new',
    'initial-cluster-token': 'lyceum',
    // The demonstration runs on one busy machine, where the defaults, 100 ms and 1 s, would cause needless elections.
    'heartbeat-interval': '250',
    'election-timeout': '2500',
    'log-level': 'warn',
    logger: 'zap',
  };
  return Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
};
