import { createEmitter } from '../emitter.ts';

/**
 * Notices about the session. The app shows them on every page, except `account-deleted-here`. Three of them say that the account is gone: an
 * Admin removed it, the user deleted it in another tab or on another device, or the user deleted it in this tab (`account-deleted-here`).
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
