import { Outlet } from 'react-router-dom';

/** The main layout: bar, page, footer. */
export const Frame = () => (
  <main id="content">
    <Outlet />
  </main>
);
