import { findPageHeading } from './page-heading-focus.ts';

/**
 * Moves the focus from an element that disappears to the heading of its section. If that heading cannot get the focus, the heading
 * of the page gets it. The page does not scroll.
 */
export const focusNearestHeading = (element: Element | null): void => {
  const heading =
    element?.closest('section')?.querySelector<HTMLElement>(':is(h2, h3)[tabindex]') ?? findPageHeading();
  heading?.focus({ preventScroll: true });
};
