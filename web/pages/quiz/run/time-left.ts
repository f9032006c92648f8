/** Whole seconds until the deadline, never below 0; both in milliseconds of the same clock. */
export const secondsUntil = (deadline: number, now: number): number =>
  Math.max(0, Math.ceil((deadline - now) / 1000));

/** How long until another second is to be shown, in milliseconds. */
export const untilNextSecond = (deadline: number, now: number): number => {
  const left = deadline - now;
  return left <= 0 ? 0 : Math.max(20, left % 1000 || 1000);
};

export type Urgency = 'plenty' | 'soon' | 'now';

/** From 20 seconds on the ring is amber, from 10 on red. */
export const urgencyOf = (seconds: number): Urgency =>
  seconds <= 10 ? 'now' : seconds <= 20 ? 'soon' : 'plenty';

/** What the live region holds: it changes at 30 and at 10 seconds, and so speaks only then (and at the end). */
export const spokenTime = (seconds: number): string | null => {
  if (seconds <= 0 || seconds > 30) return null;
  return seconds > 10 ? '30 seconds left' : '10 seconds left';
};
