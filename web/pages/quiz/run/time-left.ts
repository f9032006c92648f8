/** Returns the whole seconds until the deadline, at least 0. Both times are milliseconds of the same clock. */
export const computeSecondsUntil = (deadline: number, now: number): number =>
  Math.max(0, Math.ceil((deadline - now) / 1000));

/**
 * Returns the milliseconds until the shown seconds change; 0 if the deadline has passed. Otherwise at least 20, because timers
 * may fire a little early.
 */
export const computeMsUntilNextSecond = (deadline: number, now: number): number => {
  const leftMs = deadline - now;
  return leftMs <= 0 ? 0 : Math.max(20, leftMs % 1000 || 1000);
};

/** How soon the time is up. The remaining time is amber for `soon`, and red for `now`. */
export type Urgency = 'plenty' | 'soon' | 'now';

export const getUrgency = (seconds: number): Urgency => {
  if (seconds <= 10) return 'now';
  return seconds <= 20 ? 'soon' : 'plenty';
};

/** Returns the text of the live region; null for none. The text appears at 30 seconds, changes at 10 and ends at 0, so screen readers speak only at 30 and 10. */
export const describeTimeLeft = (seconds: number): string | null => {
  if (seconds <= 0 || seconds > 30) return null;
  return seconds > 10 ? '30 seconds left' : '10 seconds left';
};
