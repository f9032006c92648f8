import { useAtom } from 'jotai';
import { Menu } from 'lucide-react';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { MobileMenuDialog } from '../load-later.tsx';
import { isMobileMenuOpenAtom, menuButtonId } from './mobile-menu-open.ts';

/** The button that opens the menu on narrow screens, and the menu. */
export const MobileMenu = () => {
  const [isOpen, setOpen] = useAtom(isMobileMenuOpenAtom);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes on every navigation
  useEffect(() => setOpen(false), [key]);
  return (
    <>
      <button
        id={menuButtonId}
        type="button"
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
        className="inline-flex size-10 items-center justify-center rounded-control text-ink hover:bg-brand-soft lg:hidden"
      >
        <Menu className="size-5" />
      </button>
      <MobileMenuDialog isNeeded={isOpen} />
    </>
  );
};
