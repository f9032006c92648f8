import pLimit, { type LimitFunction } from 'p-limit';

/** Runs `work` while no other work with the same lock name runs. */
export type WithLock = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** The browser releases a lock when the tab that holds it is closed or crashes. */
const withBrowserLock =
  (locks: LockManager): WithLock =>
  (name, work) =>
    // The type of `request` does not say that it resolves to the result of `work`.
    locks.request(name, work) as ReturnType<typeof work>;

const createLockWithinTab = (): WithLock => {
  const locks = new Map<string, LimitFunction>();
  return (name, work) => {
    const oneAtATime = locks.get(name) ?? pLimit(1);
    locks.set(name, oneAtATime);
    return oneAtATime(work);
  };
};

/**
 * Creates a lock that works across tabs, or only within this tab if the browser has no locks (a page without HTTPS). Without
 * locks, two tabs may send the same action, but its idempotency key prevents a second execution.
 */
export const createWithLock = (locks: LockManager | undefined): WithLock =>
  locks ? withBrowserLock(locks) : createLockWithinTab();
