import { useRouteError } from 'react-router-dom';
import { ApiError } from '../../client/api/api-error.ts';
import { ErrorState } from '../../client/api/error-state.tsx';
import { Page } from '../../ui/page.tsx';
import { usePageTitle } from '../../ui/page-heading.tsx';

/** Browsers have no kind of error for code that could not be had, only words: Chromium's, Firefox's, Safari's. */
const isMissingCode = (error: unknown) =>
  error instanceof TypeError && /dynamically imported module|importing a module script/i.test(error.message);

const missingCode = new ApiError({
  code: 'unavailable',
  detail:
    'Its code could not be loaded: the connection is gone, or Lyceum was updated meanwhile. Retry loads all of it anew.',
});

/** Shown where a page broke, or its code could not be loaded (a line that is gone, a newer build on the server). */
export const ErrorPage = () => {
  usePageTitle('Something went wrong');
  const error = useRouteError();
  return (
    <Page>
      <h1 tabIndex={-1} className="sr-only">
        Something went wrong
      </h1>
      <ErrorState
        title="This page could not be shown"
        error={isMissingCode(error) ? missingCode : error}
        onRetry={() => location.reload()}
      />
    </Page>
  );
};
