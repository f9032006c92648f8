const toasterOf = (target: EventTarget | null): Element | null =>
  target instanceof Element ? (target.closest('[data-sonner-toaster]')?.parentElement ?? null) : null;

/**
 * Looks after where the focus goes from the toasts; once for the page.
 *
 * Sonner gives it back to where it came from whenever it leaves them. Whoever goes on with Tab is thereby turned round, and
 * while a toast stands the keyboard is trapped between it and what was before (WCAG 2.1.2). So Sonner hears nothing of the
 * focus, and it is given back here, when a toast goes away from under it.
 * @returns what ends it.
 */
export const manageToastFocus = (): (() => void) => {
  const ended = new AbortController();
  const options = { capture: true, signal: ended.signal };
  let cameFrom: EventTarget | null = null;
  let tabbing = false;
  const goings = new MutationObserver(() => {
    if (document.activeElement !== document.body) return;
    goings.disconnect();
    if (cameFrom instanceof HTMLElement) cameFrom.focus({ preventScroll: true });
  });
  const onPress = (event: Event) => {
    tabbing = event instanceof KeyboardEvent && event.key === 'Tab';
    if (event instanceof PointerEvent && toasterOf(event.target) === null) goings.disconnect();
  };
  const onFocus = (event: FocusEvent) => {
    const toaster = toasterOf(event.target);
    if (toaster === null) return;
    event.stopImmediatePropagation();
    if (toasterOf(event.relatedTarget) !== null) return;
    cameFrom = event.relatedTarget;
    goings.observe(toaster, { childList: true, subtree: true });
  };
  const onBlur = (event: FocusEvent) => {
    if (toasterOf(event.target) === null) return;
    event.stopImmediatePropagation();
    const wentOn = tabbing || event.relatedTarget !== null;
    if (wentOn && toasterOf(event.relatedTarget) === null) goings.disconnect();
  };
  window.addEventListener('keydown', onPress, options);
  window.addEventListener('pointerdown', onPress, options);
  window.addEventListener('focusin', onFocus, options);
  window.addEventListener('focusout', onBlur, options);
  return () => {
    ended.abort();
    goings.disconnect();
  };
};
