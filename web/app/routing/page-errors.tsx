import { ErrorBoundary } from 'react-error-boundary';
import { Outlet, useLocation } from 'react-router-dom';
import { ErrorPage } from './error-page.tsx';

/** Shows the error of a page in place of the page. The next page is shown as usual. */
export const PageErrors = () => {
  const { key, pathname } = useLocation();
  return (
    <ErrorBoundary FallbackComponent={ErrorPage} resetKeys={[key, pathname]}>
      <Outlet />
    </ErrorBoundary>
  );
};
