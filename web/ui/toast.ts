import { toast as sonner } from 'sonner';

/** A toast with something to press waits longer: 10 seconds. */
type Extras = { description?: string; action?: { label: string; onClick: () => void } };

/** How long a toast stays: success 2000 ms, error and blank 4000 ms, loading until it is done. */
const durations = { success: 2000, error: 4000, blank: 4000 } as const;
const withAction = 10_000;

const withDuration = (kind: keyof typeof durations, extras: Extras) => ({
  ...extras,
  duration: extras.action ? withAction : durations[kind],
});

/** Short messages at the edge of the page. The only place that imports sonner's `toast`. */
export const toast = {
  success: (text: string, extras: Extras = {}) => sonner.success(text, withDuration('success', extras)),
  error: (text: string, extras: Extras = {}) => sonner.error(text, withDuration('error', extras)),
  blank: (text: string, extras: Extras = {}) => sonner(text, withDuration('blank', extras)),
  /** Stays until `dismiss` is called with what it returns. */
  loading: (text: string) => sonner.loading(text, { duration: Number.POSITIVE_INFINITY }),
  dismiss: (id: string | number) => sonner.dismiss(id),
};
