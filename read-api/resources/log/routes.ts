import { calls } from '#contract/calls.ts';
import { headers } from '#contract/headers.ts';
import type { LogReader } from '#events/log/log.ts';
import { admit, type Reader, readerOf } from '../../authorization/admit.ts';
import { membershipFromLog } from '../../authorization/role-from-log.ts';
import { queryOf } from '../../query-handler/answer.ts';
import type { LogStreams } from './log-streams.ts';

/**
 * Lets who was let in go on, or refuses, by what the log says of them by now: a stream may last for as long as they like.
 * @throws problems 'account-removed' and 'forbidden'.
 */
const admitAgain = async (log: LogReader, reader: Reader): Promise<void> => {
  const membership = await membershipFromLog(log, reader.userId);
  admit(calls.readLog.who, readerOf({ ...reader, exists: true }, membership), null);
};

/** GET /log */
export const readLog = (log: LogReader, streams: Pick<LogStreams, 'open'>) =>
  queryOf(calls.readLog, {
    models: [],
    answer: async ({ query, reader }) => {
      const stillMay = async () => {
        if (reader) await admitAgain(log, reader);
      };
      const head = await log.head();
      const to = Math.min(query.to ?? head, head);
      const types = new Set([query.type ?? []].flat());
      return {
        stream: {
          type: 'application/x-ndjson; charset=utf-8',
          open: (gone) => streams.open({ after: query.after, to, types }, gone, stillMay),
        },
        headers: {
          // Where it ends, so that who reads it knows whether it came whole, and what to ask for next.
          [headers.logPosition]: String(to),
          'content-disposition': 'attachment; filename="lyceum-log.ndjson"',
          // Nothing on the way is to gather it: a proxy that does reads ahead of its client.
          'x-accel-buffering': 'no',
        },
      };
    },
  });
