import { useNavigate } from 'react-router-dom';
import { paths } from '../../client/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { usePageTitle } from '../../ui/page-heading.tsx';

/**
 * Returns whether the previous entry in the history of the tab is a page of this site. In a browser without the Navigation API, returns
 * whether the user has come from a page of this site without loading the client anew. React Router counts these pages in `idx`.
 */
const hasPreviousPage = (): boolean =>
  'navigation' in window ? navigation.canGoBack : history.state?.idx > 0;

export const NotFoundPage = () => {
  usePageTitle('Oops! Page Not Found');
  const navigate = useNavigate();
  return (
    <Page className="grid min-h-[60vh] place-items-center text-center">
      <div>
        <p className="font-serif text-4xl font-semibold text-brand" aria-hidden="true">
          404
        </p>
        <h1 tabIndex={-1} className="mt-4 font-serif text-3xl font-semibold">
          Oops! Page Not Found
        </h1>
        <p className="mx-auto mt-3 max-w-prose text-muted">
          The page you are looking for might have been removed or is temporarily unavailable.
        </p>
        <Button className="mt-8" onClick={() => (hasPreviousPage() ? navigate(-1) : navigate(paths.home))}>
          Go Back
        </Button>
      </div>
    </Page>
  );
};
