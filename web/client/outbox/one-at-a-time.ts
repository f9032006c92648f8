/** Runs work while nobody else at this browser, in whatever tab, runs work of the same name. */
export type Alone = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** By the browser's own locks: one that is held by a tab is free when the tab is gone, however it went. */
const byLocks =
  (locks: LockManager): Alone =>
  (name, work) =>
    // The library's type has lost that what the work resolves to is what the request resolves to.
    locks.request(name, work) as ReturnType<typeof work>;

/** One after the other within this tab: what is left where a browser has no locks (a page without https). */
const byTurns = (): Alone => {
  const last = new Map<string, Promise<unknown>>();
  return (name, work) => {
    const mine = (last.get(name) ?? Promise.resolve()).then(work, work);
    last.set(name, mine);
    return mine;
  };
};

/**
 * The best that this browser has. Without locks two tabs may send the same act at once: its key makes one of it, and the
 * order is kept within each tab.
 */
export const oneAtATime = (locks: LockManager | undefined): Alone => (locks ? byLocks(locks) : byTurns());
