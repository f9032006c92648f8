import { endpoints } from '#contract/endpoints.ts';
import { authorize } from '../../authorization.ts';
import { type CommandHandler, defineHandler } from '../../command-handler/command-handler.ts';
import type { StartDataCopy } from './data-copy.ts';

const endpoint = endpoints.copyOwnData;

/**
 * Creates the handler of POST /me/data. The read-api cannot answer this request, because it does not decrypt the personal data in
 * the log.
 */
export const createOwnDataHandlers = (startDataCopy: StartDataCopy): readonly CommandHandler[] => [
  defineHandler({
    endpoint,
    authorize: ({ userId }, caller) => void authorize(userId, caller, endpoint.access),
    execute: async (_, { identity, body }) => {
      const content = await startDataCopy(identity.userId, body.timeZone);
      return { outcome: 'file', file: { name: 'lyceum-my-data.zip', type: endpoint.file, content } };
    },
  }),
];
