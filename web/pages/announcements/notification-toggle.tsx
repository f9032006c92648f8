import { useAtom } from 'jotai';
import { BellRing } from 'lucide-react';
import {
  areNotificationsSupported,
  notificationsEnabledAtom,
  requestNotificationPermission,
} from '../../domains/announcements/notifications.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';

/** Switches browser notifications on and off. The browser asks for permission only after a click. */
export const NotificationToggle = () => {
  const [isEnabled, setEnabled] = useAtom(notificationsEnabledAtom);
  if (!areNotificationsSupported()) return null;
  const isOn = isEnabled && Notification.permission === 'granted';
  const change = async () => {
    if (isOn) setEnabled(false);
    else if (await requestNotificationPermission()) {
      setEnabled(true);
      toast.success('Notifications are on in this browser.');
    } else
      toast.error('Your browser blocks notifications. You can allow them in its settings for this site.');
  };
  return (
    <Button look="second" size="small" aria-pressed={isOn} onClick={change}>
      <BellRing className="size-4" />
      {isOn ? 'Notifications are on' : 'Turn on notifications'}
    </Button>
  );
};
