import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';
import { PageSpinner } from '../../ui/spinner.tsx';
import { ErrorPage } from './error-page.tsx';
import { Root } from './root.tsx';

/** Puts pages into a layout, which stays if a page fails. */
export const wrapInLayout = (Layout: ComponentType, children: RouteObject[]): RouteObject => ({
  element: <Layout />,
  children: [{ errorElement: <ErrorPage />, children }],
});

/** Creates the route of all pages. */
export const createRootRoute = (layouts: RouteObject[]): RouteObject => ({
  element: <Root />,
  errorElement: <ErrorPage />,
  hydrateFallbackElement: <PageSpinner />,
  children: layouts,
});
