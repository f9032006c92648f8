import { useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { BrowserRouter, useLocation, useNavigationType, useRoutes } from 'react-router-dom';
import { setShownEntryKey } from '../../ui/use-go-to.ts';
import { isPageLoaded, loadPage, type PageRoute } from './page-route.tsx';
import { ScrollPositionOnLeave, type ShownAddress, useScrollPosition } from './scroll-positions.ts';

/** Follows the address of the browser, but keeps the last address until the code of the next page is loaded. */
const useShownAddress = (routes: PageRoute[]) => {
  const location = useLocation();
  const navigationType = useNavigationType();
  const [shown, setShown] = useState<ShownAddress>({ location, navigationType });
  // React repeats this render at once, so a component that has just changed the address does not see the old one.
  if (location !== shown.location && isPageLoaded(routes, location.pathname))
    setShown({ location, navigationType });
  const isLoading = location !== shown.location;
  useLayoutEffect(() => {
    if (!isLoading) return undefined;
    let isLatest = true;
    void loadPage(routes, location.pathname).then(() => {
      if (isLatest) setShown({ location, navigationType });
    });
    return () => {
      isLatest = false;
    };
  }, [routes, location, navigationType, isLoading]);
  useLayoutEffect(() => setShownEntryKey(shown.location.key), [shown]);
  useScrollPosition(shown);
  return { shown, isLoading };
};

/** Ignores a second click on the link whose page is loading. It would add the same address to the history again. */
const useIgnoreSecondClicks = (isLoading: boolean): void => {
  useEffect(() => {
    if (!isLoading) return undefined;
    const ignore = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || link?.target;
      if (opensElsewhere || link?.href !== window.location.href) return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('click', ignore, { capture: true });
    return () => document.removeEventListener('click', ignore, { capture: true });
  }, [isLoading]);
};

/**
 * Shows the page of the current address. React Router's data router could do this as well, but it contains loaders, actions and fetchers,
 * which the client does not use and every visitor would have to load.
 * @param routes the code of the first page must be loaded already.
 */
export const Pages = ({ routes }: { routes: PageRoute[] }) => {
  const { shown, isLoading } = useShownAddress(routes);
  useIgnoreSecondClicks(isLoading);
  const newPage = useRoutes(routes, shown.location);
  // A page that redirects would redirect again and again if it were rendered while its target is loading.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page changes only with the shown address
  const page = useMemo(() => newPage, [shown]);
  return (
    <>
      <ScrollPositionOnLeave location={shown.location} />
      {isLoading && <LoadingBar />}
      {page}
    </>
  );
};

/** The pages at the address of the browser. @param routes see {@link Pages}. */
export const BrowserPages = ({ routes }: { routes: PageRoute[] }) => (
  <BrowserRouter useTransitions={false}>
    <Pages routes={routes} />
  </BrowserRouter>
);

/** A thin bar at the top while the code of the next page is loading. */
const LoadingBar = () => (
  <div aria-hidden="true" className="appear-late fixed inset-x-0 top-0 z-50 h-0.5 bg-brand" />
);
