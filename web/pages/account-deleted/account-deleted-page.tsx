import { Check, History } from 'lucide-react';
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { paths } from '../../client/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';

const ListItem = ({ isRemoved, children }: { isRemoved: boolean; children: ReactNode }) => {
  const Icon = isRemoved ? Check : History;
  return (
    <li className="flex gap-3">
      <Icon className={`mt-1 size-5 shrink-0 ${isRemoved ? 'text-good' : 'text-muted'}`} />
      <span>{children}</span>
    </li>
  );
};

/** Shown to users who have just deleted their account. Redirects everybody else to the home page. */
export default function AccountDeletedPage() {
  const state: unknown = useLocation().state;
  const isAccountDeleted = typeof state === 'object' && state !== null && 'deleted' in state;
  if (!isAccountDeleted) return <Navigate to={paths.home} replace />;
  return (
    <Page>
      <div className="mx-auto max-w-prose py-8 sm:py-16">
        <PageHeading
          title="Goodbye, and thank you"
          subtitle="Your account is deleted, and you are signed out."
        />
        <ul className="mt-10 grid gap-5 border-t border-hairline pt-8 text-lg">
          <ListItem isRemoved>Your personal data has been permanently deleted.</ListItem>
          <ListItem isRemoved>
            Your notes, reviews, bookmarks and quizzes are removed from every page.
          </ListItem>
          <ListItem isRemoved>Your data is removed from this browser.</ListItem>
          <ListItem isRemoved={false}>
            The public pages of your certificates say only that the certificates were withdrawn.
          </ListItem>
          <ListItem isRemoved={false}>
            Your sign-in will be deleted in a moment. After that you can register again with the same e-mail
            address. The new account will not be linked to the old one.
          </ListItem>
        </ul>
        <p className="mt-10 flex flex-wrap gap-3">
          <ButtonLink to={paths.allCourses}>Browse courses</ButtonLink>
          <ButtonLink to={paths.register} variant="secondary">
            Register again
          </ButtonLink>
        </p>
      </div>
    </Page>
  );
}
