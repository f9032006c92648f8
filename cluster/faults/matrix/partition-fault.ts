import { type Fault, primaryOf } from './fault.ts';

/** The network fails around the primary, which itself goes on. */
export const partitionFault: Fault = {
  name: 'partition',
  title: 'primary cut off from etcd, standbys and clients',
  maxSeconds: { commands: 35, reads: 10 },
  hasRelays: true,
  mayLoseUnacknowledged: true,
  cause: async (cluster) => {
    const node = await primaryOf(cluster);
    const relays = cluster.relaysOf(node);
    for (const relay of relays) relay.block();
    return () => {
      for (const relay of relays) relay.unblock();
    };
  },
};
