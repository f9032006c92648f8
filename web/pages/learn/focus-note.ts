const timeoutMs = 3_000;

/** Focuses the note field (the first text area of the panel) as soon as it is visible. */
export const focusNote = (getPanel: () => HTMLElement | null): void => {
  const deadline = performance.now() + timeoutMs;
  const tryToFocus = () => {
    const field = getPanel()?.querySelector('textarea');
    if (field?.checkVisibility()) field.focus();
    else if (performance.now() < deadline) requestAnimationFrame(tryToFocus);
  };
  requestAnimationFrame(tryToFocus);
};
