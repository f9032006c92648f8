const timeoutMs = 3_000;

/** Focuses the note field (the first text area of the panel) as soon as it is visible. */
export const focusNote = (panel: () => HTMLElement | null): void => {
  const until = performance.now() + timeoutMs;
  const look = () => {
    const field = panel()?.querySelector('textarea');
    if (field?.checkVisibility()) field.focus();
    else if (performance.now() < until) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
};
