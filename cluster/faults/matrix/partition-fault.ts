import { type Fault, primaryNodeOf } from './fault.ts';

/**
 * The primary is cut off but keeps running. Its connections are closed, and so is every new one, so both sides notice the cut at once.
 * In a real partition packets are lost, and both sides notice it only after a timeout. That is not tested.
 */
export const partitionFault: Fault = {
  name: 'partition',
  title: 'primary cut off from etcd, replicas and clients',
  maxSeconds: { commands: 35, reads: 10 },
  hasRelays: true,
  effect: { isFailover: true },
  mustAnswerStale: true,
  mayLoseUnacknowledged: true,
  cause: async (cluster) => {
    const node = await primaryNodeOf(cluster);
    const relays = cluster.databases.relaysOf(node);
    for (const relay of relays) relay.block();
    return () => {
      for (const relay of relays) relay.unblock();
    };
  },
};
