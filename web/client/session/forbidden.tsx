import { ShieldAlert } from 'lucide-react';
import { ButtonLink } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { usePageTitle } from '../../ui/page-heading.tsx';
import { paths } from '../paths.ts';

/** Shown to users whose role may not open a page. @param reason says which roles may open it. */
export const Forbidden = ({ reason }: { reason: string }) => {
  usePageTitle('Not allowed');
  return (
    <Page className="grid min-h-[60vh] place-items-center text-center">
      <div>
        <ShieldAlert className="mx-auto size-10 text-warning" />
        <p className="mt-4 text-sm font-medium text-muted">403</p>
        <h1 tabIndex={-1} className="mt-1 font-serif text-3xl font-semibold">
          This page is not for your role
        </h1>
        <p className="mx-auto mt-3 max-w-prose text-muted">{reason}</p>
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
