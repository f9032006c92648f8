import type { ComponentType } from 'react';
import { PageErrors } from './page-errors.tsx';
import { createElementLoader, type LoadComponent, type PageRoute } from './page-route.tsx';
import { Root } from './root.tsx';

/** Puts pages into a layout, which stays if a page fails. */
export const wrapInLayout = (Layout: ComponentType, children: PageRoute[]): PageRoute => ({
  element: <Layout />,
  children: [{ element: <PageErrors />, children }],
});

/** Like {@link wrapInLayout}, for a layout whose code is a chunk of its own. */
export const wrapInLazyLayout = (load: LoadComponent, children: PageRoute[]): PageRoute => ({
  load: createElementLoader(load),
  children: [{ element: <PageErrors />, children }],
});

/** Creates the root route, which contains all layouts and pages. */
export const createRootRoute = (layouts: PageRoute[]): PageRoute => ({
  element: <PageErrors />,
  children: [{ element: <Root />, children: layouts }],
});
