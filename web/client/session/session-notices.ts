import { createEmitter } from '../emitter.ts';

/**
 * Notices about the session. The app shows all but `account-deleted-here`, on every page. Three of them say that the account is gone:
 * `account-deleted-here` if the user deleted it in this tab, `account-deleted` if the user deleted it in another tab or on another
 * device, and `account-removed` if an Admin removed it, or if the server refused a request because the account is gone.
 */
export type SessionNotice =
  | 'signed-in'
  | 'signed-out'
  | 'sign-out-failed'
  | 'account-removed'
  | 'account-deleted'
  | 'account-deleted-here';

export const isAccountGone = (notice: SessionNotice): boolean =>
  notice === 'account-removed' || notice === 'account-deleted' || notice === 'account-deleted-here';

export const sessionNotices = createEmitter<SessionNotice>();
