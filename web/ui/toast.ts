import { toast as sonner } from 'sonner';

type Extras = { description?: string; action?: { label: string; onClick: () => void } };

/** How long a toast stays: success 2000 ms, error and blank 4000 ms, loading until it is done. */
const durations = { success: 2000, error: 4000, blank: 4000 } as const;

/** Short messages at the edge of the page. The only place that imports sonner's `toast`. */
export const toast = {
  success: (text: string, extras: Extras = {}) =>
    sonner.success(text, { ...extras, duration: extras.action ? 8000 : durations.success }),
  error: (text: string, extras: Extras = {}) => sonner.error(text, { ...extras, duration: durations.error }),
  blank: (text: string, extras: Extras = {}) => sonner(text, { ...extras, duration: durations.blank }),
  /** Stays until `dismiss` is called with what it returns. */
  loading: (text: string) => sonner.loading(text, { duration: Number.POSITIVE_INFINITY }),
  dismiss: (id: string | number) => sonner.dismiss(id),
};
