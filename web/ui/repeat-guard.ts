/** The longest time that we assume between the two clicks of a double click. */
export const doubleClickMs = 500;

/**
 * Creates a guard for buttons in the rows of a list. A row disappears when its button is pressed. The second click of a double click would hit the
 * button of the next row, which has moved up. The guard ignores it.
 * @param pauseMs how long the guard ignores other tasks after one has ended, in milliseconds.
 * @param now returns the time in milliseconds.
 * @returns a function that runs a task, or does nothing while another task runs and shortly after it.
 */
export const createRepeatGuard = (pauseMs: number, now: () => number = () => performance.now()) => {
  let blockedUntil = Number.NEGATIVE_INFINITY;
  return async (task: () => Promise<void> | void): Promise<void> => {
    if (now() < blockedUntil) return;
    blockedUntil = Number.POSITIVE_INFINITY;
    try {
      await task();
    } finally {
      blockedUntil = now() + pauseMs;
    }
  };
};
export type RepeatGuard = ReturnType<typeof createRepeatGuard>;
