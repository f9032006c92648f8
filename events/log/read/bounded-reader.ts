import type { LogReader } from '../log.ts';

/**
 * Returns a reader of the log as it was when its head was at `end`. No method returns later events.
 * @param log is closed together with the returned reader.
 */
export const createBoundedReader = (log: LogReader, end: number): LogReader => {
  const isWithin = ({ position }: { position: number }) => position <= end;
  return {
    logId: () => log.logId(),
    historyId: () => log.historyId(),
    head: async () => Math.min(await log.head(), end),
    readStream: async (stream, afterVersion) => (await log.readStream(stream, afterVersion)).filter(isWithin),
    readStreams: async (streams) => (await log.readStreams(streams)).map((events) => events.filter(isWithin)),
    readStreamsInRun: async (streams) => {
      const { primaryRun, events } = await log.readStreamsInRun(streams);
      return { primaryRun, events: events.map((each) => each.filter(isWithin)) };
    },
    primaryRun: () => log.primaryRun(),
    readAt: (positions) => log.readAt(positions.filter((position) => position <= end)),
    positionBefore: async (time) => Math.min(await log.positionBefore(time), end),
    async readPage(after, limit, types) {
      const boundedLimit = Math.min(limit, end - Math.max(after, 0));
      if (boundedLimit <= 0) return { events: [], head: end };
      const { events, head } = await log.readPage(after, boundedLimit, types);
      return { events, head: Math.min(head, end) };
    },
    tail: (options) =>
      log.tail({ ...options, upTo: () => Math.min(options.upTo?.() ?? Number.POSITIVE_INFINITY, end) }),
    // Commands are executed only on the current log, so no command is repeated here.
    answerOf: async () => null,
    close: () => log.close(),
  };
};
