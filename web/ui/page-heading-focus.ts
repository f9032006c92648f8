/** Returns the heading of the page, which gets the focus when the element that had it is gone; null if there is none. */
export const findPageHeading = (): HTMLElement | null => document.querySelector<HTMLElement>('main h1');

/**
 * Moves the focus to the heading of the page. For a button that disappears when it is pressed: otherwise the focus would be lost.
 * @param options with `preventScroll`, the page does not scroll to its heading.
 */
export const focusPageHeading = (options?: FocusOptions): void => findPageHeading()?.focus(options);
