import type { ComponentType, ReactNode } from 'react';
import { matchRoutes } from 'react-router-dom';

export type LoadComponent = () => Promise<{ default: ComponentType }>;

/** A page or a layout. As long as it has `load`, its code is not loaded. */
export type PageRoute = {
  path?: string;
  element?: ReactNode;
  load?: () => Promise<ReactNode>;
  children?: PageRoute[];
};

/** Creates the `load` of a route whose code is a chunk of its own. */
export const createElementLoader = (load: LoadComponent) => async (): Promise<ReactNode> => {
  const { default: Content } = await load();
  return <Content />;
};

/** Defines a page whose code is a chunk of its own. */
export const definePage = (path: string, load: LoadComponent): PageRoute => ({
  path,
  load: createElementLoader(load),
});

const findRoutes = (routes: PageRoute[], pathname: string): PageRoute[] =>
  (matchRoutes(routes, pathname) ?? []).map(({ route }) => route);

/** Returns whether the code of the page with this address and of its layouts is loaded. */
export const isPageLoaded = (routes: PageRoute[], pathname: string): boolean =>
  findRoutes(routes, pathname).every(({ load }) => load === undefined);

/**
 * Loads the code of the page with this address and of its layouts, unless it is loaded already. If that fails, the page shows the error,
 * and the next call tries again.
 * @returns whether the address has a page and its code is loaded.
 */
export const loadPage = async (routes: PageRoute[], pathname: string): Promise<boolean> => {
  const found = findRoutes(routes, pathname);
  const areLoaded = await Promise.all(found.map(loadElement));
  return found.length > 0 && areLoaded.every(Boolean);
};

const loadElement = async (route: PageRoute): Promise<boolean> => {
  if (route.load === undefined) return true;
  try {
    route.element = await route.load();
    delete route.load;
    return true;
  } catch (error) {
    // Another call has loaded the code in the meantime.
    if (route.load === undefined) return true;
    route.element = <LoadFailure error={error} />;
    return false;
  }
};

/** Hands the error to the nearest error boundary. */
const LoadFailure = ({ error }: { error: unknown }) => {
  throw error;
};
