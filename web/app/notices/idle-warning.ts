import { isIdleWarningShownAtom } from '../../client/session/idle-sign-out.ts';
import { store } from '../../client/store.ts';
import { toast } from '../../ui/toast.ts';

const showWarning = () =>
  toast.warning('You are about to be logged out, because nobody is using this browser.', {
    description: 'Press a key or move the pointer to stay logged in. A running quiz would lose its answers.',
  });

/** From now on, warns a user who gives no input that they will be logged out. Any input ends the warning. Called once. */
export const showIdleWarnings = (): void => {
  let shownId: string | null = null;
  store.sub(isIdleWarningShownAtom, () => {
    if (shownId !== null) toast.dismiss(shownId);
    shownId = store.get(isIdleWarningShownAtom) ? showWarning() : null;
  });
};
