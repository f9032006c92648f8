import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export { Counter, Gauge, Registry } from 'prom-client';

export type Metrics = {
  registry: Registry;
  /** Seconds from the request head to the end of the answer. */
  httpSeconds: Histogram<'service' | 'method' | 'route' | 'status'>;
  httpInFlight: Gauge<'service'>;
  /** Problem answers by code. */
  problems: Counter<'service' | 'code'>;
};

/** Creates the registry of a process. Services that run in one process share it. With `defaults: false` it lacks the metrics of Node. */
export const createMetrics = (options: { defaults?: boolean } = {}): Metrics => {
  const registry = new Registry();
  if (options.defaults !== false) collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    httpSeconds: new Histogram({
      name: 'lyceum_http_request_seconds',
      help: 'Time from the head of a request to the end of its answer.',
      labelNames: ['service', 'method', 'route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    httpInFlight: new Gauge({
      name: 'lyceum_http_requests_in_flight',
      help: 'Requests that are being worked on.',
      labelNames: ['service'],
      registers,
    }),
    problems: new Counter({
      name: 'lyceum_http_problems_total',
      help: 'Problem answers by their code.',
      labelNames: ['service', 'code'],
      registers,
    }),
  };
};
