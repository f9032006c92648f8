import { useAtom } from 'jotai';
import { BellRing } from 'lucide-react';
import {
  askForNotifications,
  notificationsAreKnown,
  notifyAtom,
} from '../../domains/announcements/notifications.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';

/** Whether this browser shows what is announced while nobody looks; the browser is asked only after a click. */
export const NotifyChoice = () => {
  const [wanted, want] = useAtom(notifyAtom);
  if (!notificationsAreKnown()) return null;
  const on = wanted && Notification.permission === 'granted';
  const change = async () => {
    if (on) want(false);
    else if (await askForNotifications()) {
      want(true);
      toast.success('You will be notified in this browser.');
    } else
      toast.error('This browser does not let us notify you. Its settings for this page can change that.');
  };
  return (
    <Button look="second" size="small" aria-pressed={on} onClick={change}>
      <BellRing className="size-4" aria-hidden="true" />
      {on ? 'Notifying this browser' : 'Notify me in this browser'}
    </Button>
  );
};
