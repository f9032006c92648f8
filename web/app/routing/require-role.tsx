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

const inWords = (roles: readonly UserType[]) =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(roles.map((role) => `${role}s`));

const unanswered = new ApiError({
  code: 'unavailable',
  detail:
    'You are signed in, but the server did not say which role you have. It is asked again when the line is back.',
});

/** The server could not be asked; the sign-in itself is fine. */
const RoleUnknown = () => {
  usePageTitle('Your role could not be checked');
  return (
    <Page>
      <h1 tabIndex={-1} className="sr-only">
        Your role could not be checked
      </h1>
      <ErrorState
        title="Your role could not be checked"
        error={unanswered}
        onRetry={() => void refreshRole()}
      />
    </Page>
  );
};

/**
 * Lets signed-in people with one of the roles through; without `roles` anybody signed in, also while the server's record
 * cannot be had. While the login state is loading: the spinner. A visitor goes to
 * the login page, which finds the remembered address in its state (`from`); one whose registration broke off goes to
 * complete it; another role is told.
 */
export const RequireRole = ({ roles, children }: { roles?: readonly UserType[]; children: ReactNode }) => {
  const session = useAtomValue(sessionAtom);
  const deletion = useAtomValue(accountDeletionAtom);
  const { pathname, search, hash } = useLocation();
  const from = `${pathname}${search}${hash}`;
  // Another tab may have heard of it first, and signed out here as well.
  if ((deletion === 'in-progress' || deletion === 'deleted') && session.status !== 'signed-in')
    return <PageSpinner label="Deleting your account" />;
  if (session.status === 'loading') return <PageSpinner label="Checking your sign-in" />;
  if (session.status === 'visitor') return <Navigate to={paths.login} state={{ from }} replace />;
  if (session.role === 'missing')
    return <Navigate to={paths.completeRegistration} state={{ from }} replace />;
  if (session.user === null) {
    if (roles === undefined) return children;
    if (session.role === 'loading') return <PageSpinner label="Checking your role" />;
    return <RoleUnknown />;
  }
  const { userType } = session.user;
  if (roles === undefined || roles.includes(userType)) return children;
  return <Forbidden who={`It is for ${inWords(roles)}; you are signed in as ${userType}.`} />;
};
