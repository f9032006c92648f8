const lookedAt = 'lyceum-looked-at';
const lockOf = (announcement: string) => `lyceum-announced ${announcement}`;

/** So many announcements back a tab remembers which of them it has decided about. */
const remembered = 50;

/** What a tab needs of its page. */
export type TabPage = Pick<Document, 'hidden' | 'addEventListener'>;

/** The tabs of a browser, as far as one of them must know of the others. */
export type Tabs = {
  /** Whether it is this tab that decides about an announcement: true in one tab of all that ask, once. */
  isMine(announcement: string): Promise<boolean>;
  /** Whether some tab is in somebody's sight. */
  isLookedAt(): Promise<boolean>;
};

/** What is left where a browser has no locks (a page without https): each tab for itself. */
const oneAlone = (page: TabPage): Tabs => ({
  isMine: async () => true,
  isLookedAt: async () => !page.hidden,
});

/** Holds a lock, which others may hold too, for as long as the page is visible. */
const holdWhileVisible = (locks: LockManager, page: TabPage): void => {
  let letGo: (() => void) | null = null;
  const follow = () => {
    if (page.hidden) {
      letGo?.();
      letGo = null;
    } else if (letGo === null) {
      const { promise, resolve } = Promise.withResolvers<void>();
      letGo = resolve;
      void locks.request(lookedAt, { mode: 'shared' }, () => promise);
    }
  };
  page.addEventListener('visibilitychange', follow);
  follow();
};

/**
 * The tabs of this browser, told apart by its own locks: what a tab holds is free when the tab is gone, however it went. An
 * announcement is decided about by the tab that hears of it first, and for as long as that tab is there by no other, so that
 * one whose line was slow does not say again what was said, or seen, before.
 */
export const openTabs = (locks: LockManager | undefined, page: TabPage): Tabs => {
  if (!locks) return oneAlone(page);
  holdWhileVisible(locks, page);
  const held: (() => void)[] = [];
  return {
    isMine: (announcement) =>
      new Promise((resolve, reject) => {
        const keep = (lock: Lock | null) => {
          resolve(lock !== null);
          if (lock === null) return;
          const { promise, resolve: letGo } = Promise.withResolvers<void>();
          if (held.push(letGo) > remembered) held.shift()?.();
          return promise;
        };
        locks.request(lockOf(announcement), { ifAvailable: true }, keep).catch(reject);
      }),
    async isLookedAt() {
      // A lock that was asked for a moment ago may not be held yet.
      if (!page.hidden) return true;
      const { held: all = [] } = await locks.query();
      return all.some(({ name }) => name === lookedAt);
    },
  };
};
