const visibleLockName = 'lyceum-looked-at';
const getClaimLockName = (announcementId: string) => `lyceum-announced ${announcementId}`;

/** A tab keeps only its latest claims, at most this many. */
const maxClaims = 50;

/** The parts of `document` that are needed here. */
type TabPage = Pick<Document, 'hidden' | 'addEventListener'>;

/** Coordinates the tabs of this browser, so that they do not all show the same browser notification. */
type BrowserTabs = {
  /** Claims an announcement for this tab. Resolves with false if this tab or another one already holds the claim. */
  claim(announcementId: string): Promise<boolean>;
  /** Returns whether any tab of this browser is visible. */
  isAnyVisible(): Promise<boolean>;
};

/** Fallback for browsers that offer no Web Locks, for example on pages without https: every tab acts alone. */
const createUncoordinatedTabs = (page: TabPage): BrowserTabs => ({
  claim: async () => true,
  isAnyVisible: async () => !page.hidden,
});

/** Holds a shared lock for as long as the page is visible. */
const holdLockWhileVisible = (locks: LockManager, page: TabPage): void => {
  let release: (() => void) | null = null;
  const onVisibilityChange = () => {
    if (page.hidden) {
      release?.();
      release = null;
    } else if (release === null) {
      const { promise, resolve } = Promise.withResolvers<void>();
      release = resolve;
      void locks.request(visibleLockName, { mode: 'shared' }, () => promise);
    }
  };
  page.addEventListener('visibilitychange', onVisibilityChange);
  onVisibilityChange();
};

/**
 * Coordinates tabs with Web Locks, which the browser releases when a tab closes or crashes. The first tab that receives an
 * announcement locks it and keeps the lock, so that a tab with a slower connection does not notify again.
 */
export const openBrowserTabs = (locks: LockManager | undefined, page: TabPage): BrowserTabs => {
  if (!locks) return createUncoordinatedTabs(page);
  holdLockWhileVisible(locks, page);
  const releases: (() => void)[] = [];
  return {
    claim: (announcementId) =>
      new Promise((resolve, reject) => {
        const onLock = (lock: Lock | null) => {
          resolve(lock !== null);
          if (lock === null) return;
          const { promise, resolve: release } = Promise.withResolvers<void>();
          releases.push(release);
          if (releases.length > maxClaims) releases.shift()?.();
          // The lock is held until this promise resolves.
          return promise;
        };
        locks.request(getClaimLockName(announcementId), { ifAvailable: true }, onLock).catch(reject);
      }),
    async isAnyVisible() {
      // This tab may have requested its lock without holding it yet.
      if (!page.hidden) return true;
      const { held = [] } = await locks.query();
      return held.some(({ name }) => name === visibleLockName);
    },
  };
};
