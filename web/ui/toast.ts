import { useSyncExternalStore } from 'react';
import type { toast as SonnerToast } from 'sonner';

type Sonner = typeof SonnerToast;
type ToastOptions = { description?: string; action?: { label: string; onClick: () => void } };

const durationsMs = { success: 2000, error: 4000, neutral: 4000 } as const;
/** Toasts with a button stay longer, so that the user can press it. */
const durationWithActionMs = 10_000;

/** The functions of Sonner; null until its component is rendered. */
let sonner: Sonner | null = null;
/** The toasts that wait until the component is rendered, by id. `isLasting`: it stays until it is closed or dismissed. */
const waiting = new Map<string, { show: (connected: Sonner) => void; isLasting: boolean }>();
let isNeeded = false;
const listeners = new Set<() => void>();

const setNeeded = (changed: boolean): void => {
  isNeeded = changed;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Returns whether the component that renders toasts is needed: from a toast on, until `closeToaster` is called. */
export const isToasterNeeded = (): boolean => isNeeded;

/** Like {@link isToasterNeeded}, for components. */
export const useIsToasterNeeded = (): boolean =>
  useSyncExternalStore(subscribe, isToasterNeeded, () => false);

/** Treats the component as not needed until the next toast, because it could not be loaded. Only toasts without a duration keep waiting for it. */
export const closeToaster = (): void => {
  for (const [id, { isLasting }] of waiting) if (!isLasting) waiting.delete(id);
  setNeeded(false);
};

/** Shows the toasts that have waited for the component. The component calls this when it is rendered. */
export const connectToaster = (rendered: Sonner): void => {
  sonner = rendered;
  for (const toast of waiting.values()) toast.show(rendered);
  waiting.clear();
};

let lastId = 0;

/** Shows a toast. @returns its id. */
const show = (
  kind: 'success' | 'error' | 'neutral' | 'loading' | 'warning',
  text: string,
  options: ToastOptions,
  durationMs: number,
): string => {
  lastId += 1;
  const id = `toast-${lastId}`;
  const sonnerOptions = { ...options, id, duration: options.action ? durationWithActionMs : durationMs };
  const showIn = (connected: Sonner) => {
    if (kind === 'neutral') connected(text, sonnerOptions);
    else connected[kind](text, sonnerOptions);
  };
  if (sonner !== null) showIn(sonner);
  else {
    waiting.set(id, { show: showIn, isLasting: durationMs === Number.POSITIVE_INFINITY });
    setNeeded(true);
  }
  return id;
};

/** Short messages at the edge of the page. In the product, only `app/notices/toasts.tsx` loads sonner. */
export const toast = {
  success: (text: string, options: ToastOptions = {}) => show('success', text, options, durationsMs.success),
  error: (text: string, options: ToastOptions = {}) => show('error', text, options, durationsMs.error),
  neutral: (text: string, options: ToastOptions = {}) => show('neutral', text, options, durationsMs.neutral),
  /** Stays until `dismiss` is called with the returned id. */
  loading: (text: string) => show('loading', text, {}, Number.POSITIVE_INFINITY),
  /** Stays until the user closes it or `dismiss` is called with the returned id. */
  warning: (text: string, options: Pick<ToastOptions, 'description'> = {}) =>
    show('warning', text, options, Number.POSITIVE_INFINITY),
  dismiss: (id: string): void => {
    waiting.delete(id);
    sonner?.dismiss(id);
  },
};
