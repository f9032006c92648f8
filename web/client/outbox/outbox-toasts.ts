import { onlineManager } from '@tanstack/react-query';
import { toast } from '../../ui/toast.ts';
import { isDiscarded } from './outbox-messages.ts';

/** Shows why an action failed, unless the user discarded it. */
export const showActionFailure = (error: Error): void => {
  if (!isDiscarded(error)) toast.error(error.message);
};

/** If the browser is offline, tells the user that the action they just started is sent later. */
export const showOfflineNotice = (): void => {
  if (!onlineManager.isOnline()) toast.neutral('You’re offline. We’ll send this when you reconnect.');
};
