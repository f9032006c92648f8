import { Check, History } from 'lucide-react';
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { paths } from '../../client/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';

const Fact = ({ gone, children }: { gone: boolean; children: ReactNode }) => {
  const Icon = gone ? Check : History;
  return (
    <li className="flex gap-3">
      <Icon className={`mt-1 size-5 shrink-0 ${gone ? 'text-good' : 'text-muted'}`} aria-hidden="true" />
      <span>{children}</span>
    </li>
  );
};

/** Says to somebody who has just deleted their account what became of everything. Whoever opens it otherwise is led home. */
export default function FarewellPage() {
  const state: unknown = useLocation().state;
  const isFarewell = typeof state === 'object' && state !== null && 'deleted' in state;
  if (!isFarewell) return <Navigate to={paths.home} replace />;
  return (
    <Page>
      <div className="mx-auto max-w-prose py-8 sm:py-16">
        <PageHeading
          title="Goodbye, and thank you"
          subtitle="Your account is deleted, and you are signed out."
        />
        <ul className="mt-10 grid gap-5 border-t border-hairline pt-8 text-lg">
          <Fact gone>
            The key of everything personal of yours is destroyed. What it locked cannot be read again, by
            nobody.
          </Fact>
          <Fact gone>Your notes, reviews, bookmarks and quizzes are gone from every page.</Fact>
          <Fact gone>This browser has forgotten what it kept for you.</Fact>
          <Fact gone={false}>
            The pages of your certificates say from now on that they were withdrawn, and nothing else.
          </Fact>
          <Fact gone={false}>
            Your sign-in goes in the next moments. After that you can register again with the same e-mail
            address, as somebody new: nothing leads from the new account to the old one.
          </Fact>
        </ul>
        <p className="mt-10 flex flex-wrap gap-3">
          <ButtonLink to={paths.allCourses}>Look at the courses</ButtonLink>
          <ButtonLink to={paths.register} look="second">
            Register again
          </ButtonLink>
        </p>
      </div>
    </Page>
  );
}
