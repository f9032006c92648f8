import { calls } from '#events/contract/calls.ts';
import { headers } from '#events/contract/headers.ts';
import type { LogReader } from '#events/log/log.ts';
import { queryOf } from '../answering/answer.ts';
import type { LogStreams } from './log-streams.ts';

/** GET /log */
export const readLog = (log: Pick<LogReader, 'head'>, streams: Pick<LogStreams, 'open'>) =>
  queryOf(calls.readLog, {
    models: [],
    answer: async ({ query }) => {
      const head = await log.head();
      const to = Math.min(query.to ?? head, head);
      const types = new Set([query.type ?? []].flat());
      return {
        stream: {
          type: 'application/x-ndjson; charset=utf-8',
          open: (gone) => streams.open({ after: query.after, to, types }, gone),
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
