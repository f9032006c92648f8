import { useRouteError } from 'react-router-dom';
import { ErrorState } from '../ui/error-state.tsx';
import { Page } from '../ui/page.tsx';
import { usePageTitle } from '../ui/page-heading.tsx';

/** Shown where a page broke, or its code could not be loaded (a line that is gone, a newer build on the server). */
export const ErrorPage = () => {
  usePageTitle('Something went wrong');
  return (
    <Page>
      <h1 tabIndex={-1} className="sr-only">
        Something went wrong
      </h1>
      <ErrorState
        title="This page could not be shown"
        error={useRouteError()}
        onRetry={() => location.reload()}
      />
    </Page>
  );
};
