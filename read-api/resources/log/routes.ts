import { endpoints } from '#contract/endpoints.ts';
import { headers } from '#contract/headers.ts';
import type { LogReader } from '#events/log/log.ts';
import type { Identity } from '#platform/identity/identity-verifier.ts';
import { problemError } from '#platform/problems.ts';
import { authorize, resolveReader } from '../../authorization/authorize.ts';
import { readMembershipFromLog } from '../../authorization/membership.ts';
import { defineQuery } from '../../query-handler/query-definition.ts';
import type { LogStreams } from './log-streams.ts';

/**
 * Authorizes the reader again, by their token and the log: a stream may last a long time, and in the meantime the token may
 * expire or be revoked, the role may change, and the user may be removed.
 * @throws problem 'sign-in-required', and the problems of the verification of the token, of `resolveReader` and of `authorize`.
 */
const checkAccess = async (log: LogReader, identifyAgain: () => Promise<Identity | null>): Promise<void> => {
  const identity = await identifyAgain();
  if (identity === null) throw problemError('sign-in-required', 'Sign in first.');
  const membership = await readMembershipFromLog(log, identity.userId);
  authorize(endpoints.readLog.access, resolveReader(identity, membership), null);
};

/** GET /log */
export const readLog = (log: LogReader, streams: Pick<LogStreams, 'open'>) =>
  defineQuery(endpoints.readLog, {
    models: [],
    answer: async ({ query, reader, identifyAgain }) => {
      const head = await log.head();
      const to = Math.min(query.to ?? head, head);
      const types = new Set([query.type ?? []].flat());
      const range = { after: query.after, to, types };
      return {
        stream: {
          type: 'application/x-ndjson; charset=utf-8',
          open: (disconnected) =>
            streams.open(range, reader?.userId ?? null, disconnected, () => checkAccess(log, identifyAgain)),
        },
        headers: {
          // The client can check that the stream was complete and knows where to continue.
          [headers.logPosition]: String(to),
          'content-disposition': 'attachment; filename="lyceum-log.ndjson"',
          // A buffering proxy would read ahead of its client.
          'x-accel-buffering': 'no',
        },
      };
    },
  });
