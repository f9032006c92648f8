import { useEffect } from 'react';
import { onSessionNotice, type SessionNotice } from '../client/session/notices.ts';
import { toast } from '../ui/toast.ts';

const say: Record<SessionNotice, () => void> = {
  'signed-in': () => toast.success('User logged in successfully!'),
  'signed-out': () => toast.success('User logged out successfully'),
  'sign-out-failed': () => toast.error('You are still signed in. Please try to log out again.'),
  'account-removed': () => toast.error('Your account was removed. Ask an Admin if that was a mistake.'),
  'account-deleted': () => toast.blank('Your account is deleted. You are signed out here, too.'),
  // The farewell says it.
  departed: () => {},
};

/** Says in toasts what happens to the session, whatever page is shown. */
export const SessionNotices = () => {
  useEffect(() => onSessionNotice((notice) => say[notice]()), []);
  return null;
};
