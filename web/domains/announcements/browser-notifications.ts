import { atom } from 'jotai';
import { z } from 'zod/mini';
import type { Announcement } from '#contract/schemas/announcements.ts';
import { createDeviceSettingAtom } from '../../client/device-setting-atom.ts';
import type { LiveEvents } from '../../client/live/live-events.ts';
import { logFailure } from '../../client/log-failure.ts';
import { userAtom } from '../../client/session/session.ts';
import { followStorageOwner } from '../../client/session/storage-owner.ts';
import { store } from '../../client/store.ts';
import { cutText } from '../../ui/text/cut-text.ts';
import { isForOthers } from './announcement-seen.ts';
import { openBrowserTabs } from './browser-tabs.ts';

const storageKey = 'lyceum-notify-announcements';
const userIds = z.array(z.string());

/** The ids of the users who enabled browser notifications. All ids are removed when a session ends. */
const enabledUsersAtom = createDeviceSettingAtom(storageKey, userIds, []);

/** Whether the signed-in user enabled browser notifications. */
export const areBrowserNotificationsEnabledAtom = atom(
  (get) => get(enabledUsersAtom).includes(get(userAtom)?._id ?? ''),
  (get, set, isEnabled: boolean) => {
    const id = get(userAtom)?._id;
    if (id === undefined) return;
    const others = get(enabledUsersAtom).filter((other) => other !== id);
    set(enabledUsersAtom, isEnabled ? [...others, id] : others);
  },
);

const parseJson = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
};

/** Applies changes that other tabs make to the setting, so that a user who disabled browser notifications there gets none from this tab. */
const followOtherTabs = () =>
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== storageKey) return;
    const { data = [] } = userIds.safeParse(parseJson(newValue));
    store.set(enabledUsersAtom, data);
  });

export const areBrowserNotificationsSupported = (): boolean => typeof Notification === 'function';

/** Asks the browser for permission, which may open a dialog. Resolves with true if the user allows browser notifications. */
export const requestBrowserNotificationPermission = async (): Promise<boolean> =>
  areBrowserNotificationsSupported() && (await Notification.requestPermission()) === 'granted';

const createTitle = ({ type, courseName, selection }: Announcement): string => {
  if (courseName === null) return type;
  return selection ? `Message about ${courseName}` : `${type}: ${courseName}`;
};

/** A browser notification shows at most this much of the text of an announcement. */
const maxBodyCharacters = 200;

const showNotification = (announcement: Announcement) => {
  const { text, _id } = announcement;
  const title = createTitle(announcement);
  // If two tabs could not coordinate, the second browser notification replaces the first, because their tags are equal.
  const notification = new Notification(title, { body: cutText(text, maxBodyCharacters), tag: _id });
  notification.onclick = () => {
    window.focus();
    notification.close();
  };
};

const canNotify = () =>
  store.get(areBrowserNotificationsEnabledAtom) &&
  areBrowserNotificationsSupported() &&
  Notification.permission === 'granted';

/** From now on, clears the setting of all users whenever a session ends. Called once. */
export const clearEnabledUsersAfterSession = (): void =>
  followStorageOwner(({ uid, previousUid }) => {
    // If `previousUid` is undefined, the page has just been loaded, and a signed-in user keeps the setting.
    if ((uid === null || previousUid !== undefined) && store.get(enabledUsersAtom).length > 0)
      store.set(enabledUsersAtom, []);
  });

/** From now on, shows new announcements as browser notifications to users who enabled these, while no tab is visible. Called once. */
export const startBrowserNotifications = (live: LiveEvents): void => {
  followOtherTabs();
  clearEnabledUsersAfterSession();
  const tabs = openBrowserTabs(navigator.locks, document);
  const notifyOnce = async (announcement: Announcement): Promise<void> => {
    // The claim comes first: a visible tab must also claim the announcement, so that no hidden tab shows it later.
    if (!(await tabs.claim(announcement._id)) || (await tabs.isAnyVisible()) || !canNotify()) return;
    showNotification(announcement);
  };
  live.updates.on((update) => {
    if (update.kind !== 'announcement-added' || isForOthers(update.data) || !canNotify()) return;
    // Some mobile browsers grant the permission but throw in the constructor.
    notifyOnce(update.data).catch((error) => logFailure('Could not show a browser notification.', error));
  });
};
