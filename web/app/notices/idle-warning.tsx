import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { isIdleWarningShownAtom } from '../../client/session/idle-sign-out.ts';
import { toast } from '../../ui/toast.ts';

/** Warns a user who gives no input that they will be logged out. Any input ends the warning. */
export const IdleWarning = () => {
  const isShown = useAtomValue(isIdleWarningShownAtom);
  useEffect(() => {
    if (!isShown) return;
    const id = toast.warning('You are about to be logged out, because nobody is using this browser.', {
      description:
        'Press a key or move the pointer to stay logged in. A running quiz would lose its answers.',
    });
    return () => void toast.dismiss(id);
  }, [isShown]);
  return null;
};
