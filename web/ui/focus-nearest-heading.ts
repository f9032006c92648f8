import { findPageHeading } from './page-heading-focus.ts';

const focusableHeading = ':is(h2, h3)[tabindex]';

/**
 * Moves the focus from an element that disappears to the heading of its section. If no section around it has a heading that can get
 * the focus, the heading of the page gets it. The page does not scroll.
 */
export const focusNearestHeading = (element: Element | null): void => {
  const heading =
    element?.closest(`section:has(${focusableHeading})`)?.querySelector<HTMLElement>(focusableHeading) ??
    findPageHeading();
  heading?.focus({ preventScroll: true });
};
