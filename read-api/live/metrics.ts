import { Counter, Gauge, type Metrics } from '#platform/metrics.ts';

/** What is counted of the sockets of a node. */
export const liveMetrics = ({ registry }: Metrics, connected: () => number) => {
  const registers = [registry];
  new Gauge({
    name: 'lyceum_live_sockets',
    help: 'Open sockets.',
    registers,
    collect() {
      this.set(connected());
    },
  });
  return {
    announcements: new Counter({
      name: 'lyceum_live_announcements_total',
      help: 'Events of the log that were told to sockets.',
      registers,
    }),
    catchUps: new Counter({
      name: 'lyceum_live_catch_ups_total',
      help: 'Clients that came back: brought up to date by messages, or told to fetch again.',
      labelNames: ['how'],
      registers,
    }),
    cut: new Counter({
      name: 'lyceum_live_cut_total',
      help: 'Connections that were refused or cut off, by reason.',
      labelNames: ['reason'],
      registers,
    }),
  };
};
export type LiveMetrics = ReturnType<typeof liveMetrics>;
