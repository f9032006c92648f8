import type { KeyboardEvent } from 'react';

/** Returns the index of the next element for a key; null for keys that move nothing. */
const nextIndex = (key: string, current: number, count: number): number | null => {
  if (key === 'ArrowDown') return (current + 1) % count;
  if (key === 'ArrowUp') return current <= 0 ? count - 1 : current - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return null;
};

/**
 * Moves the focus between the visible links and buttons of a menu: with ArrowDown and ArrowUp (from the last to the first and
 * back), Home and End. From an element that is not one of them, ArrowDown leads to the first one.
 * @param items selects them within the element that handles the key.
 */
export const moveFocusWithArrows = (event: KeyboardEvent<HTMLElement>, items: string): void => {
  if (
    event.altKey ||
    event.ctrlKey ||
    event.metaKey ||
    event.shiftKey ||
    event.target instanceof HTMLInputElement
  )
    return;
  const elements = [...event.currentTarget.querySelectorAll<HTMLElement>(items)].filter((element) =>
    element.checkVisibility(),
  );
  if (elements.length === 0) return;
  const current = elements.indexOf(document.activeElement as HTMLElement);
  const next = nextIndex(event.key, current, elements.length);
  if (next === null) return;
  // The page must not scroll.
  event.preventDefault();
  elements[next]?.focus();
};
