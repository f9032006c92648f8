import { whenVisible } from '../when-visible.ts';

/**
 * Creates a function that schedules `refetch` at a random time within `spreadMs` after `minDelayMs`: otherwise all clients that learn of
 * the same change would send their requests at once. Of several scheduled times, only the earliest counts.
 */
export const createSpreadRefetch = (refetch: () => void, minDelayMs = 0) => {
  let pending: { dueAt: number; timer: ReturnType<typeof setTimeout> } | null = null;
  return (spreadMs: number): void => {
    const delayMs = minDelayMs + Math.random() * spreadMs;
    const dueAt = Date.now() + delayMs;
    if (pending !== null && pending.dueAt <= dueAt) return;
    clearTimeout(pending?.timer);
    const run = () => {
      pending = null;
      refetch();
    };
    pending = { dueAt, timer: setTimeout(run, delayMs) };
  };
};

/** Like {@link createSpreadRefetch}, but while the page is hidden, all changes wait and cause a single call of `refetch` when it is shown again. */
export const createVisibleRefetch = (refetch: () => void, minDelayMs = 0) => {
  let isWaiting = false;
  return createSpreadRefetch(() => {
    if (isWaiting) return;
    isWaiting = true;
    whenVisible(() => {
      isWaiting = false;
      refetch();
    });
  }, minDelayMs);
};
