import { z } from 'zod';
import { deleteAnswer } from '../answers.ts';
import { ownDataRequest, ownRemoval } from '../own-account.ts';
import { bare, type Call } from './call.ts';

/** What a person may always do about what the school holds on them: take a copy of it, and go. */
export const ownDataCalls = {
  copyOwnData: {
    ...bare,
    state: true,
    method: 'POST',
    path: '/me/data',
    group: 'users',
    summary:
      'Everything that the school holds on whoever asks, as a ZIP file: in words to be read, and as JSON. One copy at a time.',
    who: 'user.copyOwnData',
    body: ownDataRequest,
    answer: z.never(),
    file: 'application/zip',
    problems: ['conflict'],
  },
  removeOwnAccount: {
    ...bare,
    method: 'POST',
    path: '/me/removal',
    group: 'users',
    summary:
      'Removes whoever asks, for good: the key of their personal data is destroyed. Needs a sign-in of the last few minutes.',
    who: 'user.removeOwn',
    body: ownRemoval,
    answer: deleteAnswer,
    problems: ['last-admin', 'sign-in-too-old'],
  },
} as const satisfies Record<string, Call>;
