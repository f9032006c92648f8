import { onlineManager } from '@tanstack/react-query';
import { toast } from '../../ui/toast.ts';

/** Says, of an act that was begun without a line, that it waits; it is sent with its key when the line is back. */
export const sayIfItWaits = (): void => {
  if (!onlineManager.isOnline()) toast.blank('You are offline. This is sent as soon as the line is back.');
};
