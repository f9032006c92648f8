import { Outlet, ScrollRestoration } from 'react-router-dom';
import { RouteFocus } from './frame/route-focus.tsx';

/** What every layout shares: where the focus and the view go when the page changes. */
export const Root = () => (
  <>
    <Outlet />
    <RouteFocus />
    <ScrollRestoration />
  </>
);
