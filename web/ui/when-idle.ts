/** Once the page has been painted, the work starts within this time, even if the browser is still busy. */
const timeoutMs = 1_500;
/** Browsers without `requestIdleCallback` (Safari) get this delay instead. */
const delayMs = 300;

/** Calls `work` when the page has been painted and the browser has nothing else to do. A hidden page is painted when it is shown. */
export const whenIdle = (work: () => unknown): void => {
  requestAnimationFrame(() => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => work(), { timeout: timeoutMs });
    else setTimeout(work, delayMs);
  });
};
