import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';
import { PageSpinner } from '../../ui/spinner.tsx';
import type { LoadComponent } from './define-page.ts';
import { ErrorPage } from './error-page.tsx';
import { Root } from './root.tsx';

/** Puts pages into a layout, which stays if a page fails. */
export const wrapInLayout = (Layout: ComponentType, children: RouteObject[]): RouteObject => ({
  element: <Layout />,
  children: [{ errorElement: <ErrorPage />, children }],
});

/** Like {@link wrapInLayout}, for a layout whose code is a chunk of its own. */
export const wrapInLazyLayout = (load: LoadComponent, children: RouteObject[]): RouteObject => ({
  lazy: async () => ({ Component: (await load()).default }),
  children: [{ errorElement: <ErrorPage />, children }],
});

/** Creates the route of all pages. */
export const createRootRoute = (layouts: RouteObject[]): RouteObject => ({
  element: <Root />,
  errorElement: <ErrorPage />,
  hydrateFallbackElement: <PageSpinner />,
  children: layouts,
});
