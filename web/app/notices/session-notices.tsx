import { useEffect } from 'react';
import { type SessionNotice, sessionNotices } from '../../client/session/session-notices.ts';
import { toast } from '../../ui/toast.ts';

const show: Record<SessionNotice, () => void> = {
  'signed-in': () => toast.success('User logged in successfully!'),
  'signed-out': () => toast.success('User logged out successfully'),
  'sign-out-failed': () => toast.error('You are still signed in. Please try to log out again.'),
  // The next two are caused by an Admin, another tab or another device, so the user may not be looking. They stay until the user closes them.
  'account-removed': () => toast.warning('Your account was removed. If this is a mistake, contact an Admin.'),
  'account-deleted': () => toast.warning('Your account was deleted. You have been signed out.'),
  // No message: the page that opens after the deletion confirms it.
  'account-deleted-here': () => {},
};

export const SessionNotices = () => {
  useEffect(() => sessionNotices.on((notice) => show[notice]()), []);
  return null;
};
