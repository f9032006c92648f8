import { useAtomValue } from 'jotai';
import { Toaster } from 'sonner';
import { shownThemeAtom } from '../lib/theme.ts';

/** At most 20 at a time; how long each stays is said in `ui/toast.ts`. */
export const Toasts = () => (
  <Toaster
    theme={useAtomValue(shownThemeAtom)}
    visibleToasts={20}
    position="bottom-right"
    expand
    closeButton
    toastOptions={{ className: 'font-sans text-sm' }}
  />
);
