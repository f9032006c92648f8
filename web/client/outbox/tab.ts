import { createRandomHex } from '../create-random-hex.ts';

/** Identifies this tab until it is closed or reloaded. */
export const tabId: string = createRandomHex(16);

const getLockName = (tab: string) => `lyceum-tab ${tab}`;

/** Holds a lock as long as this tab is open, so that other tabs can tell that it is open. Call it only once. */
export const holdTabLock = (): void => {
  void navigator.locks?.request(getLockName(tabId), () => new Promise(() => {}));
};

/** Returns whether the tab is open; false if the browser has no locks. */
export const isTabOpen = async (tab: string): Promise<boolean> => {
  const heldLocks = (await navigator.locks?.query())?.held ?? [];
  return heldLocks.some(({ name }) => name === getLockName(tab));
};
