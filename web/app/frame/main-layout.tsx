import { useAtom, useAtomValue } from 'jotai';
import { UserRoundPen } from 'lucide-react';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { paths } from '../../client/paths.ts';
import { sessionAtom } from '../../client/session/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { prefersReducedMotion } from '../../ui/prefers-reduced-motion.ts';
import { Palette } from '../load-later.tsx';
import { isPaletteOpenAtom } from '../palette/palette-open.ts';
import { Footer } from './footer.tsx';
import { HeaderBar } from './header-bar.tsx';
import { SkipLink } from './skip-link.tsx';

/** Offers to complete a registration: the user is signed in but has no user record. */
const CompleteRegistrationBanner = () => {
  const session = useAtomValue(sessionAtom);
  const { pathname, search, hash } = useLocation();
  if (session.status !== 'signed-in' || session.role !== 'missing') return null;
  return (
    <section aria-label="Registration" className="border-b border-hairline bg-warning-ground">
      <div className="page-width flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-3">
        <p className="flex items-start gap-2 text-warning">
          <UserRoundPen className="mt-0.5 size-5 shrink-0" />
          Your registration is not complete yet.
        </p>
        <ButtonLink
          to={paths.completeRegistration}
          state={{ from: `${pathname}${search}${hash}` }}
          size="small"
        >
          Complete registration
        </ButtonLink>
      </div>
    </section>
  );
};

/** Opens and closes the palette with Ctrl+K or ⌘K. The palette's code is loaded when it is opened for the first time. */
const PaletteOpener = () => {
  const [isOpen, setOpen] = useAtom(isPaletteOpenAtom);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      // The palette would open behind the dialog.
      if (document.querySelector('[role="alertdialog"]') !== null) return;
      setOpen((wasOpen) => !wasOpen);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [setOpen]);
  return <Palette isNeeded={isOpen} />;
};

/**
 * Fades a new page in, unless the user prefers reduced motion. Only the opacity changes, because a transform would move the
 * fixed-position bars.
 */
const usePageTransition = (): RefObject<HTMLElement | null> => {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shownPath = useRef(pathname);
  useLayoutEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    if (!prefersReducedMotion())
      main.current?.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 160, easing: 'ease-out' });
  }, [pathname]);
  return main;
};

const Main = () => (
  <main ref={usePageTransition()} id="content" tabIndex={-1} className="flex-1 outline-none">
    <Outlet />
  </main>
);

export const MainLayout = () => (
  <div className="flex min-h-dvh flex-col">
    <SkipLink />
    <HeaderBar />
    <CompleteRegistrationBanner />
    <Main />
    <Footer />
    <PaletteOpener />
  </div>
);
