import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import type { UserType } from '#contract/schemas/users.ts';
import { ApiError } from '../../client/api/api-error.ts';
import { ErrorState } from '../../client/api/error-state.tsx';
import { paths } from '../../client/paths.ts';
import { refreshRole } from '../../client/session/account.ts';
import { accountDeletionAtom } from '../../client/session/account-deletion.ts';
import { Forbidden } from '../../client/session/forbidden.tsx';
import { sessionAtom } from '../../client/session/session.ts';
import { Page } from '../../ui/page.tsx';
import { usePageTitle } from '../../ui/page-heading.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';

const listRoles = (roles: readonly UserType[]) =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(roles.map((role) => `${role}s`));

const roleUnavailable = new ApiError({
  code: 'unavailable',
  detail: 'You are signed in, but your role could not be loaded. We will try again when you reconnect.',
});

const RoleUnknown = ({ isRetrying }: { isRetrying: boolean }) => {
  usePageTitle('Your role could not be checked');
  return (
    <Page>
      <h1 tabIndex={-1} className="sr-only">
        Your role could not be checked
      </h1>
      <ErrorState
        title="Your role could not be checked"
        error={roleUnavailable}
        onRetry={() => void refreshRole()}
        isRetrying={isRetrying}
      />
    </Page>
  );
};

/**
 * Shows a page only to signed-in users with one of the roles. Without `roles` it shows the page to all signed-in users, even
 * if the user record cannot be loaded. Visitors are redirected to the login page, with the current path in its state (`from`),
 * and users with an incomplete registration to the page that completes it.
 */
export const RequireRole = ({
  roles,
  children,
}: {
  roles: readonly UserType[] | undefined;
  children: ReactNode;
}) => {
  const session = useAtomValue(sessionAtom);
  const deletion = useAtomValue(accountDeletionAtom);
  const { pathname, search, hash } = useLocation();
  const from = `${pathname}${search}${hash}`;
  // Another tab may have handled the deletion first and signed out here as well.
  if ((deletion === 'in-progress' || deletion === 'deleted') && session.status !== 'signed-in')
    return <PageSpinner label="Deleting your account" />;
  if (session.status === 'loading') return <PageSpinner label="Checking your sign-in" />;
  if (session.status === 'visitor') return <Navigate to={paths.login} state={{ from }} replace />;
  if (session.role === 'missing')
    return <Navigate to={paths.completeRegistration} state={{ from }} replace />;
  if (session.user === null) {
    if (roles === undefined) return children;
    if (session.role === 'loading') return <PageSpinner label="Checking your role" />;
    return <RoleUnknown isRetrying={session.role === 'retrying'} />;
  }
  const { userType } = session.user;
  if (roles === undefined || roles.includes(userType)) return children;
  return (
    <Forbidden
      reason={`Only ${listRoles(roles)} can open it. You are signed in as ${userType === 'Student' ? 'a' : 'an'} ${userType}.`}
    />
  );
};
