import type { LogPage, LogReader, RecordedEvent } from '#events/log/log.ts';

/** A log in memory, for tests with many events or with events that no decider would append. */
export type MemoryLog = LogReader & {
  /** Adds events, whose positions must continue the log. */
  add(events: readonly RecordedEvent[]): void;
};

export const createMemoryLog = (initial: readonly RecordedEvent[] = []): MemoryLog => {
  const events = [...initial];
  let wake = Promise.withResolvers<void>();
  const page = (after: number, limit: number): LogPage => ({
    events: events.slice(after, after + limit),
    head: events.length,
  });
  const streamOf = (stream: string, afterVersion: number) =>
    events.filter((event) => event.stream === stream && event.version > afterVersion);
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
    logId: async () => '00000000-0000-4000-8000-000000000000',
    head: async () => events.length,
    readStream: async (stream, afterVersion = 0) => streamOf(stream, afterVersion),
    readStreams: async (streams) => streams.map(({ stream, afterVersion }) => streamOf(stream, afterVersion)),
    readAt: async (positions) => events.filter(({ position }) => positions.includes(position)),
    positionBefore: async (time) => events.findLast(({ recordedAt }) => recordedAt < time)?.position ?? 0,
    answerOf: async () => null,
    readPage: async (after, limit, types) => {
      const { events: all, head } = page(after, limit);
      return { events: types ? all.filter(({ type }) => types.includes(type)) : all, head };
    },
    async *tail({ after, pageSize = 1_000, signal, upTo = () => Number.POSITIVE_INFINITY }) {
      const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
      signal.addEventListener('abort', () => stop(), { once: true });
      for (let position = after; !signal.aborted; ) {
        const next = page(position, Math.min(pageSize, upTo() - position));
        if (next.events.length === 0) {
          await Promise.race([wake.promise, stopped]);
          continue;
        }
        position += next.events.length;
        yield next;
      }
    },
    close: async () => {},
  };
};
