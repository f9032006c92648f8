import type { LogReader } from '../log.ts';

/**
 * The log as it was when it ended at a position: nothing that came later is to be had by any way of reading. Closes with
 * the log that it stands on.
 */
export const boundedLog = (log: LogReader, end: number): LogReader => {
  const isThere = ({ position }: { position: number }) => position <= end;
  return {
    logId: () => log.logId(),
    head: async () => Math.min(await log.head(), end),
    readStream: async (stream, afterVersion) => (await log.readStream(stream, afterVersion)).filter(isThere),
    readStreams: async (streams) => (await log.readStreams(streams)).map((events) => events.filter(isThere)),
    readAt: (positions) => log.readAt(positions.filter((position) => position <= end)),
    positionBefore: async (time) => Math.min(await log.positionBefore(time), end),
    async readPage(after, limit, types) {
      const most = Math.min(limit, end - after);
      const { events, head } = most > 0 ? await log.readPage(after, most, types) : { events: [], head: end };
      return { events, head: Math.min(head, end) };
    },
    tail: (options) =>
      log.tail({ ...options, upTo: () => Math.min(options.upTo?.() ?? Number.POSITIVE_INFINITY, end) }),
    // Commands are acts of the present.
    answerOf: async () => null,
    close: () => log.close(),
  };
};
