import { onlineManager } from '@tanstack/react-query';
import { toast } from '../../ui/toast.ts';
import { logFailure } from '../log-failure.ts';
import { discardAction, retryAction } from './enqueue-action.ts';
import { isDiscarded } from './outbox-messages.ts';

/** Shows why an action failed, unless it was dropped, or its user is no longer signed in. */
export const showActionFailure = (error: Error): void => {
  if (!isDiscarded(error)) toast.error(error.message);
};

/** If the browser is offline, tells the user that the action they just started is sent later. */
export const showOfflineNotice = (): void => {
  if (!onlineManager.isOnline()) toast.neutral('You’re offline. We’ll send this when you reconnect.');
};

const reportStorageFailure = (text: string, cause: unknown): void => {
  logFailure(text, cause);
  toast.error(text, { description: 'Try again. If that does not help, reload the page.' });
};

/** Discards a pending action. If the browser's storage fails, a toast says so. @returns whether the action is gone. */
export const discardOrReport = async (key: string): Promise<boolean> => {
  try {
    await discardAction(key);
    return true;
  } catch (cause) {
    reportStorageFailure('The change could not be discarded.', cause);
    return false;
  }
};

/** Puts an action that was set aside back into the queue. If the browser's storage fails, a toast says so. */
export const retryOrReport = async (key: string): Promise<void> => {
  try {
    await retryAction(key);
  } catch (cause) {
    reportStorageFailure('The change could not be sent.', cause);
  }
};
