import { Counter, Gauge, type Metrics } from '#platform/metrics.ts';

/** Creates the metrics of live delivery on one node. */
export const createLiveMetrics = ({ registry }: Metrics, countSockets: () => number) => {
  const registers = [registry];
  new Gauge({
    name: 'lyceum_live_sockets',
    help: 'Open sockets.',
    registers,
    collect() {
      this.set(countSockets());
    },
  });
  return {
    updates: new Counter({
      name: 'lyceum_live_announcements_total',
      help: 'Live updates that were sent to sockets.',
      registers,
    }),
    catchUps: new Counter({
      name: 'lyceum_live_catch_ups_total',
      help: 'Clients that reconnected, by how they caught up: with messages, or by fetching everything again, and why.',
      labelNames: ['how', 'reason'],
      registers,
    }),
    disconnects: new Counter({
      name: 'lyceum_live_cut_total',
      help: 'Connections that were refused or closed by the server, by reason.',
      labelNames: ['reason'],
      registers,
    }),
  };
};
export type LiveMetrics = ReturnType<typeof createLiveMetrics>;
