import { z } from 'zod';
import type { Announcement } from '#events/contract/announcements.ts';
import { deviceSetting } from '../device-setting.ts';
import { listenLive } from '../live/listeners.ts';
import { store } from '../store.ts';

/** Whether this person wants to be notified on this device. Asked for by a click only. */
export const notifyAtom = deviceSetting('lyceum-notify-announcements', z.boolean(), false);

export const notificationsAreKnown = (): boolean => typeof Notification === 'function';

/** Asks the browser, which asks the person. @returns whether notifications will be shown. */
export const askForNotifications = async (): Promise<boolean> =>
  notificationsAreKnown() && (await Notification.requestPermission()) === 'granted';

const notify = (announcement: Announcement) => {
  const { type, text, courseName, _id } = announcement;
  const title = courseName === null ? type : `${type}: ${courseName}`;
  // The tag keeps several tabs from saying the same thing several times.
  const notification = new Notification(title, { body: text.slice(0, 200), tag: _id });
  notification.onclick = () => {
    window.focus();
    notification.close();
  };
};

/** Shows what is announced while nobody looks at this tab, to those who want it. Called once. */
export const startNotifying = (): void => {
  listenLive((message) => {
    if (message.kind !== 'announcement-added' || message.data.own || !document.hidden) return;
    if (!store.get(notifyAtom) || !notificationsAreKnown() || Notification.permission !== 'granted') return;
    try {
      notify(message.data);
    } catch {
      // Some browsers on phones know the permission and not the constructor.
    }
  });
};
