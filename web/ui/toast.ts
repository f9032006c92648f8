import { toast as sonner } from 'sonner';

type ToastOptions = { description?: string; action?: { label: string; onClick: () => void } };

const durationsMs = { success: 2000, error: 4000, blank: 4000 } as const;
/** Toasts with a button stay longer, so that the user can press it. */
const durationWithActionMs = 10_000;

const withDuration = (kind: keyof typeof durationsMs, options: ToastOptions) => ({
  ...options,
  duration: options.action ? durationWithActionMs : durationsMs[kind],
});

/** Short messages at the edge of the page. No other module imports sonner's `toast`. */
export const toast = {
  success: (text: string, options: ToastOptions = {}) =>
    sonner.success(text, withDuration('success', options)),
  error: (text: string, options: ToastOptions = {}) => sonner.error(text, withDuration('error', options)),
  blank: (text: string, options: ToastOptions = {}) => sonner(text, withDuration('blank', options)),
  /** Stays until `dismiss` is called with the returned id. */
  loading: (text: string) => sonner.loading(text, { duration: Number.POSITIVE_INFINITY }),
  /** Stays until `dismiss` is called with the returned id. */
  warning: (text: string, options: ToastOptions = {}) =>
    sonner.warning(text, { ...options, duration: Number.POSITIVE_INFINITY }),
  dismiss: (id: string | number) => sonner.dismiss(id),
};
