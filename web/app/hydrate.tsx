import { useAtom } from 'jotai';
import { useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import type { PageState } from '#contract/rendered-pages.ts';
import { isHydratedAtom } from '../client/hydration.ts';
import { store } from '../client/store.ts';
import { Application } from './application.tsx';
import { removePageState, restorePageState } from './page-state.ts';
import { createRouterOfRenderedPage } from './routing/routes.tsx';

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
 * @throws Error if the code of the page cannot be loaded.
 */
export const hydratePage = async (
  container: HTMLElement,
  state: PageState,
  onHydrated: () => void,
): Promise<void> => {
  const router = await createRouterOfRenderedPage();
  restorePageState(state);
  store.set(isHydratedAtom, false);
  hydrateRoot(
    container,
    <Application>
      <RouterProvider router={router} />
      <TakeOver onHydrated={onHydrated} />
    </Application>,
  );
};
