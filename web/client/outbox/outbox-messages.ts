import { ApiError } from '../api/api-error.ts';
import type { LogPosition } from '../api/log-position.ts';
import type { PendingAction } from './pending-action.ts';

/** Why an action was refused, as plain data: an error that is sent to another tab loses its class and its own fields. */
export type ActionProblem = {
  code: string;
  detail: string;
  status: number;
  requestId: string | null;
  errors: { path: string; message: string }[];
};

/**
 * The end of an action. The field names are fixed, because the type is part of {@link TabMessage}. `position` is the log position in the
 * server's answer; null if the answer has none. It is undefined if a tab with an earlier build has sent the message.
 */
export type Settlement =
  | { is: 'answered'; act: PendingAction; answer: unknown; position?: LogPosition | null }
  | { is: 'refused'; act: PendingAction; problem: ActionProblem }
  | { is: 'dropped'; act: PendingAction };

/** A message to the other tabs of this browser. Its shape is fixed, because tabs may run different builds. */
export type TabMessage = { uid: string } & ({ is: 'changed' } | { is: 'settled'; settled: Settlement });

/** News that the app shows to the user. There is a `sent` or `refused` notice only if no page waits for the answer. */
export type OutboxNotice =
  | { type: 'sent'; actions: readonly PendingAction[] }
  | { type: 'refused'; action: PendingAction; reason: string }
  | { type: 'expired'; actions: readonly PendingAction[] }
  /** A session has ended, and this tab holds its unsent actions. */
  | { type: 'held'; count: number };

export const toActionProblem = (error: unknown): ActionProblem => {
  if (error instanceof ApiError) {
    const { code, message: detail, status, requestId, errors } = error;
    return { code, detail, status, requestId, errors: [...errors] };
  }
  return { code: 'unknown', detail: 'It could not be sent.', status: 0, requestId: null, errors: [] };
};

/**
 * Returns the error for a page that waits for an action that was dropped (discarded, replaced or expired), or whose user is no longer
 * signed in. A page that shows no message about it recognizes it with {@link isDiscarded}.
 */
export const createDiscardedError = (): ApiError =>
  new ApiError({ code: 'discarded', detail: 'This change was discarded before it was sent.' });

export const isDiscarded = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'discarded';

/** Returns the error that a form shows: null if the action was discarded. */
export const omitDiscarded = <E>(error: E): E | null => (isDiscarded(error) ? null : error);
