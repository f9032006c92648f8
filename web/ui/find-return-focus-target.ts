import { findPageHeading } from './page-heading-focus.ts';

/**
 * Returns the element that gets the focus when a dialog closes: the element that had it before, or the page's heading if no element
 * had it, or if that element is gone (for example a button that removed its own card). Returns `true` if the page has no heading; the dialog
 * then chooses.
 */
export const findReturnFocusTarget = (focusedBefore: Element | null): HTMLElement | true => {
  const isFocusable =
    focusedBefore !== document.body && focusedBefore instanceof HTMLElement && focusedBefore.isConnected;
  return (isFocusable ? focusedBefore : findPageHeading()) ?? true;
};
