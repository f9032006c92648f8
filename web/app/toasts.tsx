import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { Toaster } from 'sonner';
import { onSessionNotice, type SessionNotice } from '../lib/session/notices.ts';
import { shownThemeAtom } from '../lib/theme.ts';
import { toast } from '../ui/toast.ts';

const sayNotice: Record<SessionNotice, () => void> = {
  'signed-in': () => toast.success('User logged in successfully!'),
  'signed-out': () => toast.success('User logged out successfully'),
  'sign-out-failed': () => toast.error('You are still signed in. Please try to log out again.'),
  'account-removed': () => toast.error('Your account was removed. Ask an Admin if that was a mistake.'),
};

/** At most 20 at a time; how long each stays is said in `ui/toast.ts`. */
export const Toasts = () => {
  useEffect(() => onSessionNotice((notice) => sayNotice[notice]()), []);
  return (
    <Toaster
      theme={useAtomValue(shownThemeAtom)}
      visibleToasts={20}
      position="bottom-right"
      expand
      closeButton
      toastOptions={{ className: 'font-sans text-sm' }}
    />
  );
};
