import { type LucideIcon, ShieldAlert } from 'lucide-react';
import { ButtonLink } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { usePageTitle } from '../../ui/page-heading.tsx';
import { paths } from '../paths.ts';

/** A page that only says why it is not available. */
export const UnavailablePage = ({
  icon: Icon,
  title,
  documentTitle = title,
  code,
  reason,
}: {
  icon: LucideIcon;
  title: string;
  documentTitle?: string;
  code?: number;
  reason: string;
}) => {
  usePageTitle(documentTitle);
  return (
    <Page className="grid min-h-[60vh] place-items-center text-center">
      <div>
        <Icon className="mx-auto size-10 text-warning" />
        {code && <p className="mt-4 text-sm font-medium text-muted">{code}</p>}
        <h1 tabIndex={-1} className={`${code ? 'mt-1' : 'mt-4'} font-serif text-3xl font-semibold`}>
          {title}
        </h1>
        <p className="mx-auto mt-3 max-w-prose text-muted">{reason}</p>
        <div className="mt-8 flex flex-wrap justify-center gap-3">
          <ButtonLink to={paths.home}>Go to Home</ButtonLink>
          <ButtonLink to={paths.allCourses} variant="secondary">
            All Courses
          </ButtonLink>
        </div>
      </div>
    </Page>
  );
};

/** Shown to users whose role may not open a page. @param reason says which roles may open it. */
export const Forbidden = ({ reason }: { reason: string }) => (
  <UnavailablePage
    icon={ShieldAlert}
    title="This page is not for your role"
    documentTitle="Not allowed"
    code={403}
    reason={reason}
  />
);
