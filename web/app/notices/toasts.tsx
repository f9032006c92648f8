import { useAtomValue } from 'jotai';
import { CircleCheck, CircleX, Info, TriangleAlert } from 'lucide-react';
import { type CSSProperties, useEffect } from 'react';
import { Toaster } from 'sonner';
import { shownThemeAtom } from '../theme.ts';
import { manageToastFocus } from './toast-focus.ts';

const icons = {
  success: <CircleCheck className="size-5 text-good" />,
  error: <CircleX className="size-5 text-bad" />,
  info: <Info className="size-5 text-info" />,
  warning: <TriangleAlert className="size-5 text-warning" />,
};

/** Maps the colours of Sonner to our design tokens. */
const colours = {
  '--normal-bg': 'var(--surface)',
  '--normal-bg-hover': 'var(--sunken)',
  '--normal-border': 'var(--hairline)',
  '--normal-border-hover': 'var(--control)',
  '--normal-text': 'var(--ink)',
  '--border-radius': 'var(--radius-card)',
} as CSSProperties;

/** Renders the toasts that `ui/toast.ts` shows. */
export const Toasts = () => {
  useEffect(manageToastFocus, []);
  return (
    <Toaster
      theme={useAtomValue(shownThemeAtom)}
      visibleToasts={20}
      position="bottom-right"
      mobileOffset={{ bottom: 'var(--bottom-bar, 1rem)' }}
      expand
      closeButton
      icons={icons}
      style={colours}
      toastOptions={{ className: 'font-sans' }}
    />
  );
};
