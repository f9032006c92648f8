import { useAtom } from 'jotai';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { Outlet, useNavigation } from 'react-router-dom';
import { paletteOpenAtom } from '../palette/palette-open.ts';
import { CompleteRegistrationBanner } from './complete-registration-banner.tsx';
import { Footer } from './footer.tsx';
import { HeaderBar } from './header-bar.tsx';
import { SkipLink } from './skip-link.tsx';

const Palette = lazy(() => import('../palette/palette.tsx'));

/** Opens the palette with Ctrl+K or ⌘K. Its code is loaded when it is first used. */
const PaletteOpener = () => {
  const [open, setOpen] = useAtom(paletteOpenAtom);
  const wasOpened = useRef(false);
  if (open) wasOpened.current = true;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      setOpen((isOpen) => !isOpen);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [setOpen]);
  return <Suspense>{wasOpened.current && <Palette />}</Suspense>;
};

/** A thin bar at the top while the code of the next page is loading. */
const NavigationProgress = () =>
  useNavigation().state === 'loading' && (
    <div aria-hidden="true" className="appear-late fixed inset-x-0 top-0 z-50 h-0.5 bg-brand" />
  );

export const MainLayout = () => (
  <div className="flex min-h-dvh flex-col">
    <SkipLink />
    <NavigationProgress />
    <HeaderBar />
    <CompleteRegistrationBanner />
    <main id="content" tabIndex={-1} className="flex-1 outline-none">
      <Outlet />
    </main>
    <Footer />
    <PaletteOpener />
  </div>
);
