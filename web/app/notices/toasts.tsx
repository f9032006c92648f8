import { useAtomValue } from 'jotai';
import { CircleCheck, CircleX, Info, TriangleAlert } from 'lucide-react';
import { type CSSProperties, useEffect } from 'react';
import { Toaster, toast } from 'sonner';
import 'sonner/dist/styles.css';
import { connectToaster } from '../../ui/toast.ts';
import { shownThemeAtom } from '../theme.ts';

const findToaster = (target: EventTarget | null): Element | null =>
  target instanceof Element ? (target.closest('[data-sonner-toaster]')?.parentElement ?? null) : null;

/**
 * Manages the keyboard focus in toasts. Sonner returns the focus to the previous element whenever the focus leaves the toasts. This
 * traps keyboard users between a toast and that element (WCAG 2.1.2). This function hides focus events from Sonner. It moves the
 * focus back only when a focused toast disappears.
 * @returns a function that removes the listeners.
 */
const manageToastFocus = (): (() => void) => {
  const controller = new AbortController();
  const options = { capture: true, signal: controller.signal };
  let previousFocus: EventTarget | null = null;
  let isTabbing = false;
  const removalObserver = new MutationObserver(() => {
    if (document.activeElement !== document.body) return;
    removalObserver.disconnect();
    if (previousFocus instanceof HTMLElement) previousFocus.focus({ preventScroll: true });
  });
  const onInput = (event: Event) => {
    isTabbing = event instanceof KeyboardEvent && event.key === 'Tab';
    if (event instanceof PointerEvent && findToaster(event.target) === null) removalObserver.disconnect();
  };
  const onFocus = (event: FocusEvent) => {
    const toaster = findToaster(event.target);
    if (toaster === null) return;
    event.stopImmediatePropagation();
    if (findToaster(event.relatedTarget) !== null) return;
    previousFocus = event.relatedTarget;
    removalObserver.observe(toaster, { childList: true, subtree: true });
  };
  const onBlur = (event: FocusEvent) => {
    if (findToaster(event.target) === null) return;
    event.stopImmediatePropagation();
    const hasUserMovedOn = isTabbing || event.relatedTarget !== null;
    if (hasUserMovedOn && findToaster(event.relatedTarget) === null) removalObserver.disconnect();
  };
  window.addEventListener('keydown', onInput, options);
  window.addEventListener('pointerdown', onInput, options);
  window.addEventListener('focusin', onFocus, options);
  window.addEventListener('focusout', onBlur, options);
  return () => {
    controller.abort();
    removalObserver.disconnect();
  };
};

/** The limit that the specification sets. Sonner hides further toasts. */
const maxVisibleToasts = 20;

const icons = {
  success: <CircleCheck className="size-5 text-good" />,
  error: <CircleX className="size-5 text-bad" />,
  info: <Info className="size-5 text-info" />,
  warning: <TriangleAlert className="size-5 text-warning" />,
};

/** Sets the style variables of Sonner to our design tokens. */
const styleVariables = {
  '--normal-bg': 'var(--surface)',
  '--normal-bg-hover': 'var(--sunken)',
  '--normal-border': 'var(--hairline)',
  '--normal-border-hover': 'var(--control)',
  '--normal-text': 'var(--ink)',
  '--border-radius': 'var(--radius-card)',
} as CSSProperties;

/** Renders the toasts that `ui/toast.ts` shows. */
export default function Toasts() {
  useEffect(manageToastFocus, []);
  useEffect(() => connectToaster(toast), []);
  return (
    <Toaster
      theme={useAtomValue(shownThemeAtom)}
      visibleToasts={maxVisibleToasts}
      position="bottom-right"
      mobileOffset={{ bottom: 'var(--bottom-bar, 1rem)' }}
      expand
      closeButton
      icons={icons}
      style={styleVariables}
      toastOptions={{ className: 'font-sans' }}
    />
  );
}
