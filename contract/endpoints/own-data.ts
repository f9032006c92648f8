import { z } from 'zod/mini';
import { deleteAnswer } from '../schemas/command-results.ts';
import { ownDataRequest, ownRemoval } from '../schemas/own-account.ts';
import { type Endpoint, endpointDefaults } from './endpoint.ts';

/** Endpoints with which every user can download their own data and delete their account. */
export const ownDataEndpoints = {
  copyOwnData: {
    ...endpointDefaults,
    isStateOnly: true,
    needsRecentSignIn: true,
    method: 'POST',
    path: '/me/data',
    group: 'users',
    summary:
      'All data that the school holds about the caller, as a ZIP file: a readable page and JSON. One download at a time.',
    access: 'user.copyOwnData',
    body: ownDataRequest,
    answer: z.never(),
    file: 'application/zip',
  },
  removeOwnAccount: {
    ...endpointDefaults,
    needsRecentSignIn: true,
    method: 'POST',
    path: '/me/removal',
    isExemptFromBudget: true,
    group: 'users',
    summary: 'Permanently deletes the caller’s account: the key of their personal data is destroyed.',
    access: 'user.removeOwn',
    body: ownRemoval,
    answer: deleteAnswer,
    problems: ['last-admin'],
  },
} as const satisfies Record<string, Endpoint>;
