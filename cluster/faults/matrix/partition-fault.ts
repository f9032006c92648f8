import { type Fault, primaryOf } from './fault.ts';

/**
 * The primary is cut off but keeps running. Its connections are closed and new ones are refused, so both sides notice it at once. A
 * real partition drops packets and is noticed only after a timeout, which is not tested.
 */
export const partitionFault: Fault = {
  name: 'partition',
  title: 'primary cut off from etcd, standbys and clients',
  maxSeconds: { commands: 35, reads: 10 },
  hasRelays: true,
  effect: { isFailover: true },
  mustAnswerStale: true,
  mayLoseUnacknowledged: true,
  cause: async (cluster) => {
    const node = await primaryOf(cluster);
    const relays = cluster.databases.relaysOf(node);
    for (const relay of relays) relay.block();
    return () => {
      for (const relay of relays) relay.unblock();
    };
  },
};
