/** How long to wait for an element to become visible. */
const timeoutMs = 3_000;

type FindElement = () => HTMLElement | null | undefined;

/** Calls `onVisible` as soon as the element is visible. A tab is shown only after React has rendered it. */
const whenElementVisible = (find: FindElement, onVisible: (element: HTMLElement) => void): void => {
  const deadline = performance.now() + timeoutMs;
  const check = () => {
    const element = find();
    if (element?.checkVisibility()) onVisible(element);
    else if (performance.now() < deadline) requestAnimationFrame(check);
  };
  requestAnimationFrame(check);
};

/** Moves the focus to an element as soon as it is visible. */
export const focusWhenVisible = (find: FindElement): void =>
  whenElementVisible(find, (element) => element.focus());

/**
 * Scrolls to the panel of a tab and moves the focus there, as soon as it is visible and no popup is open. A popup would take
 * the focus back when it closes.
 */
export const revealPanel = (find: FindElement, block: 'start' | 'nearest'): void =>
  whenElementVisible(
    () => (document.querySelector('[role="alertdialog"]') === null ? find() : null),
    (panel) => {
      panel.focus({ preventScroll: true });
      panel.scrollIntoView({ block });
    },
  );
