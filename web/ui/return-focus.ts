/**
 * Returns the element that gets the focus when a dialog closes: the one that had it before, or the page's heading if that
 * element is gone (a button that removed its own card).
 */
export const returnFocusTarget = (before: Element | null): HTMLElement | true => {
  const isFocusable = before !== document.body && before instanceof HTMLElement && before.isConnected;
  return (isFocusable ? before : document.querySelector<HTMLElement>('main h1')) ?? true;
};
