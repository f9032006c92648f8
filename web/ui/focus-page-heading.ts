/** Moves the focus to the heading of the page. For a button that disappears when it is pressed: otherwise the focus would be lost. */
export const focusPageHeading = (): void => document.querySelector<HTMLElement>('main h1')?.focus();
