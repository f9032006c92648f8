/** Returns whether the user prefers reduced motion. Call it each time, because the setting can change while a page is open. */
export const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
