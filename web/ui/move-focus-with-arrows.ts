import type { KeyboardEvent } from 'react';

/** Returns the index of the next element for a key; null for keys that do not move the focus. */
const findNextIndex = (key: string, current: number, count: number): number | null => {
  if (key === 'ArrowDown') return (current + 1) % count;
  if (key === 'ArrowUp') return current <= 0 ? count - 1 : current - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return null;
};

/**
 * Moves the focus between the visible items of a menu with ArrowDown, ArrowUp, Home and End. After the last item comes the
 * first. If no item has the focus, ArrowDown moves it to the first one.
 * @param itemSelector CSS selector of the items within the element that handles the key.
 */
export const moveFocusWithArrows = (event: KeyboardEvent<HTMLElement>, itemSelector: string): void => {
  if (
    event.altKey ||
    event.ctrlKey ||
    event.metaKey ||
    event.shiftKey ||
    event.target instanceof HTMLInputElement
  )
    return;
  const elements = [...event.currentTarget.querySelectorAll<HTMLElement>(itemSelector)].filter((element) =>
    element.checkVisibility(),
  );
  if (elements.length === 0) return;
  const currentIndex = elements.indexOf(document.activeElement as HTMLElement);
  const nextIndex = findNextIndex(event.key, currentIndex, elements.length);
  if (nextIndex === null) return;
  // The page must not scroll.
  event.preventDefault();
  elements[nextIndex]?.focus();
};
