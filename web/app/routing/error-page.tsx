import { ErrorState } from '../../client/api/error-state.tsx';
import { toShownError } from '../../client/missing-code.ts';
import { Page } from '../../ui/page.tsx';
import { usePageTitle } from '../../ui/page-heading.tsx';

/** Shown if a page fails, or if its code cannot be loaded, for example without a connection or after an update of the server. */
export const ErrorPage = ({ error }: { error: unknown }) => {
  usePageTitle('Something went wrong');
  return (
    <Page>
      <h1 tabIndex={-1} className="sr-only">
        Something went wrong
      </h1>
      <ErrorState
        title="This page could not be shown"
        error={toShownError(error)}
        onRetry={() => location.reload()}
      />
    </Page>
  );
};
