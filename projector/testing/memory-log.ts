import type { LogPage, RecordedEvent } from '#events/log/log.ts';
import type { ProjectorLogReader } from '../damaged-events/damage-tolerant-log.ts';

/** A log in memory, for tests with many events or with events that no decider would append. */
export type MemoryLog = ProjectorLogReader & {
  /** Adds events, whose positions must continue the log. */
  add(events: readonly RecordedEvent[]): void;
};

export const createMemoryLog = (initial: readonly RecordedEvent[] = []): MemoryLog => {
  const events = [...initial];
  let wake = Promise.withResolvers<void>();
  const pageAfter = (after: number, limit: number): LogPage => ({
    events: events.slice(after, after + limit),
    head: events.length,
  });
  return {
    add(more) {
      for (const event of more) {
        if (event.position !== events.length + 1)
          throw new Error(`Position ${event.position} does not follow ${events.length}.`);
        events.push(event);
      }
      wake.resolve();
      wake = Promise.withResolvers();
    },
    head: async () => events.length,
    readStream: async (stream, afterVersion = 0) =>
      events.filter((event) => event.stream === stream && event.version > afterVersion),
    readPage: async (after, limit, types) => {
      const { events: all, head } = pageAfter(after, limit);
      return { events: types ? all.filter(({ type }) => types.includes(type)) : all, head };
    },
    async *tail({ after, pageSize = 1_000, signal }) {
      const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
      signal.addEventListener('abort', () => stop(), { once: true });
      for (let position = after; !signal.aborted; ) {
        const next = pageAfter(position, pageSize);
        if (next.events.length === 0) {
          await Promise.race([wake.promise, stopped]);
          continue;
        }
        position += next.events.length;
        yield next;
      }
    },
  };
};
