const patienceMs = 3_000;

/** Puts the focus into the field for a note (the first text area of its panel) as soon as it is there. */
export const focusNote = (panel: () => HTMLElement | null): void => {
  const until = performance.now() + patienceMs;
  const look = () => {
    const field = panel()?.querySelector('textarea');
    if (field?.checkVisibility()) field.focus();
    else if (performance.now() < until) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
};
