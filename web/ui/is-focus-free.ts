/**
 * Returns whether the focus may be moved because an element disappears: the element has it, or no element does. Otherwise the user has
 * moved on, for example to a field, while an action was waiting for its answer.
 */
export const isFocusFree = (disappearing: Element | null | undefined): boolean =>
  document.activeElement === document.body || disappearing?.contains(document.activeElement) === true;
