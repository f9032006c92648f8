import type { ComponentType } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import type { UserType } from '#events/contract/users.ts';
import { paths } from '../lib/paths.ts';
import { PageSpinner } from '../ui/spinner.tsx';
import { ErrorPage } from './error-page.tsx';
import { Frame } from './frame/frame.tsx';
import { Guarded } from './guarded.tsx';
import { NotFoundPage } from './not-found-page.tsx';

type Load = () => Promise<{ default: ComponentType }>;

/** A page in a chunk of its own. */
const page = (path: string, load: Load): RouteObject => ({
  path,
  lazy: async () => ({ Component: (await load()).default }),
});

/** As {@link page}, for signed-in people with one of `roles` (default: any). */
export const guardedPage = (path: string, load: Load, roles?: readonly UserType[]): RouteObject => ({
  path,
  lazy: async () => {
    const { default: Content } = await load();
    const props = roles ? { roles } : {};
    return {
      element: (
        <Guarded {...props}>
          <Content />
        </Guarded>
      ),
    };
  },
});

const publicPages: RouteObject[] = [page(paths.home, () => import('../features/home/home-page.tsx'))];

export const createRouter = () =>
  createBrowserRouter([
    {
      element: <Frame />,
      errorElement: <ErrorPage />,
      hydrateFallbackElement: <PageSpinner />,
      children: [...publicPages, { path: '*', element: <NotFoundPage /> }],
    },
  ]);
