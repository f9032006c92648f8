/**
 * Returns whether the focus may be moved when an element disappears: the focus is in this element, or in none. Otherwise the user has
 * moved on, for example to a field, while an action was waiting for its answer.
 */
export const isFocusFree = (disappearing: Element | null | undefined): boolean =>
  document.activeElement === document.body || disappearing?.contains(document.activeElement) === true;
