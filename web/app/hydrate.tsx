import { useAtom } from 'jotai';
import { useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { PageState } from '#contract/rendered-pages.ts';
import { isHydratedAtom } from '../client/hydration.ts';
import { store } from '../client/store.ts';
import { Application } from './application.tsx';
import { removePageState, restorePageState } from './page-state.ts';
import { loadPage } from './routing/page-route.tsx';
import { BrowserPages } from './routing/pages.tsx';
import { createRoutes } from './routing/routes.tsx';

/** Shows the user's view instead of a visitor's as soon as the client has taken over the page. */
const TakeOver = ({ onHydrated }: { onHydrated: () => void }) => {
  const [isHydrated, setHydrated] = useAtom(isHydratedAtom);
  useEffect(() => {
    setHydrated(true);
  }, [setHydrated]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: called once
  useEffect(() => {
    if (!isHydrated) return;
    const { dataset } = document.documentElement;
    delete dataset.returning;
    delete dataset.continuing;
    removePageState();
    onHydrated();
  }, [isHydrated]);
  return null;
};

/**
 * Takes over a page that the server has rendered.
 * @param onHydrated called once, when the page shows the user's view.
 * @throws Error if the code of the page cannot be loaded, or if the user goes to another page before the code is loaded.
 */
export const hydratePage = async (
  container: HTMLElement,
  state: PageState,
  onHydrated: () => void,
): Promise<void> => {
  const routes = createRoutes();
  // The first render must have the same result as the server's, so the code of the page must be loaded before it.
  const { href, pathname } = location;
  if (!(await loadPage(routes, pathname))) throw new Error('The code of the page could not be loaded.');
  if (location.href !== href)
    throw new Error('The user has gone to another page while the code was loading.');
  restorePageState(state);
  store.set(isHydratedAtom, false);
  hydrateRoot(
    container,
    <Application>
      <BrowserPages routes={routes} />
      <TakeOver onHydrated={onHydrated} />
    </Application>,
  );
};
