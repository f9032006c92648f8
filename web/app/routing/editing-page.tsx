import { useAtomValue } from 'jotai';
import { Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';
import { asOfNoticeAtom } from '../../client/as-of.tsx';
import { paths } from '../../client/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { usePageTitle } from '../../ui/page-heading.tsx';

const NotAvailable = ({ notice }: { notice: string }) => {
  usePageTitle('The past cannot be changed');
  return (
    <Page className="grid min-h-[60vh] place-items-center text-center">
      <div>
        <Hourglass className="mx-auto size-10 text-warning" />
        <h1 tabIndex={-1} className="mt-4 font-serif text-3xl font-semibold">
          The past cannot be changed
        </h1>
        <p className="mx-auto mt-3 max-w-prose text-muted">
          {notice} This page is for making changes, so it is not available.
        </p>
        <div className="mt-8 flex flex-wrap justify-center gap-3">
          <ButtonLink to={paths.home}>Go to Home</ButtonLink>
          <ButtonLink to={paths.allCourses} look="second">
            All Courses
          </ButtonLink>
        </div>
      </div>
    </Page>
  );
};

/** Wraps a page that only makes changes. In an as-of view it explains why the page is not available. */
export const EditingPage = ({ children }: { children: ReactNode }) => {
  const notice = useAtomValue(asOfNoticeAtom);
  return notice === null ? children : <NotAvailable notice={notice} />;
};
