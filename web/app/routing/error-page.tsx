import { ApiError } from '../../client/api/api-error.ts';
import { ErrorState } from '../../client/api/error-state.tsx';
import { Page } from '../../ui/page.tsx';
import { usePageTitle } from '../../ui/page-heading.tsx';

/** Browsers report a chunk that cannot be loaded only by these messages: Chromium's, Firefox's and Safari's. */
const isMissingChunk = (error: unknown) =>
  error instanceof TypeError && /dynamically imported module|importing a module script/i.test(error.message);

const missingChunk = new ApiError({
  code: 'unavailable',
  detail: 'You may be offline, or Lyceum may have been updated. Select Retry to reload the page.',
});

/** Shown if a page fails, or if its code cannot be loaded: without a connection, or after an update of the server. */
export const ErrorPage = ({ error }: { error: unknown }) => {
  usePageTitle('Something went wrong');
  return (
    <Page>
      <h1 tabIndex={-1} className="sr-only">
        Something went wrong
      </h1>
      <ErrorState
        title="This page could not be shown"
        error={isMissingChunk(error) ? missingChunk : error}
        onRetry={() => location.reload()}
      />
    </Page>
  );
};
