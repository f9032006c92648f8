import { atom } from 'jotai';
import { z } from 'zod';
import type { Announcement } from '#contract/announcements.ts';
import { deviceSetting } from '../../client/device-setting.ts';
import { listenLive } from '../../client/live/listeners.ts';
import { logFailure } from '../../client/log-failure.ts';
import { userAtom } from '../../client/session/session.ts';
import { store } from '../../client/store.ts';
import { openTabs } from './tabs.ts';

const storageKey = 'lyceum-notify-announcements';
const people = z.array(z.string());

/** The ids of those who want to be notified in this browser: several people may use it, and each speaks for themselves. */
const wantedByAtom = deviceSetting(storageKey, people, []);

/** Whether the person who is signed in wants to be notified in this browser. Asked for by a click only. */
export const notifyAtom = atom(
  (get) => get(wantedByAtom).includes(get(userAtom)?._id ?? ''),
  (get, set, wanted: boolean) => {
    const id = get(userAtom)?._id;
    if (id === undefined) return;
    const others = get(wantedByAtom).filter((one) => one !== id);
    set(wantedByAtom, wanted ? [...others, id] : others);
  },
);

const parsed = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
};

/** What was chosen in another tab holds here too: whoever said no there is not told from here. */
const followOtherTabs = () =>
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== storageKey) return;
    const { data = [] } = people.safeParse(parsed(newValue));
    store.set(wantedByAtom, data);
  });

export const notificationsAreKnown = (): boolean => typeof Notification === 'function';

/** Asks the browser, which asks the person. @returns whether notifications will be shown. */
export const askForNotifications = async (): Promise<boolean> =>
  notificationsAreKnown() && (await Notification.requestPermission()) === 'granted';

const notify = (announcement: Announcement) => {
  const { type, text, courseName, _id } = announcement;
  const title = courseName === null ? type : `${type}: ${courseName}`;
  // The tag keeps tabs that know nothing of each other from saying the same thing several times.
  const notification = new Notification(title, { body: text.slice(0, 200), tag: _id });
  notification.onclick = () => {
    window.focus();
    notification.close();
  };
};

/** Whether this person wants it, and the browser lets us. */
const mayNotify = () =>
  store.get(notifyAtom) && notificationsAreKnown() && Notification.permission === 'granted';

/** Shows what is announced while nobody looks at any tab of this browser, to those who want it. Called once. */
export const startNotifying = (): void => {
  followOtherTabs();
  const tabs = openTabs(navigator.locks, document);
  const decide = async (announcement: Announcement): Promise<void> => {
    // In the order in which it matters: a visible tab decides, too, and then no hidden one says it later.
    if (!(await tabs.isMine(announcement._id)) || (await tabs.isLookedAt()) || !mayNotify()) return;
    notify(announcement);
  };
  listenLive((message) => {
    if (message.kind !== 'announcement-added' || message.data.own || !mayNotify()) return;
    // Some browsers on phones know the permission and not the constructor.
    decide(message.data).catch((error) => logFailure('A notification could not be shown.', error));
  });
};
