import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { type UserType, userTypes } from '#events/contract/users.ts';
import { paths } from '../lib/paths.ts';
import { sessionAtom } from '../lib/session/session.ts';
import { Forbidden } from '../ui/forbidden.tsx';
import { PageSpinner } from '../ui/spinner.tsx';

const inWords = (roles: readonly UserType[]) =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(roles.map((role) => `${role}s`));

/**
 * Lets signed-in people with one of the roles through. While the login state is loading: the spinner. A visitor goes to
 * the login page, which finds the remembered address in its state (`from`); one whose registration broke off goes to
 * complete it; another role is told.
 */
export const Guarded = ({
  roles = userTypes,
  children,
}: {
  roles?: readonly UserType[];
  children: ReactNode;
}) => {
  const session = useAtomValue(sessionAtom);
  const { pathname, search, hash } = useLocation();
  const from = `${pathname}${search}${hash}`;
  if (session.status === 'loading') return <PageSpinner label="Checking your sign-in" />;
  if (session.status === 'visitor') return <Navigate to={paths.login} state={{ from }} replace />;
  if (session.user === null) return <Navigate to={paths.completeRegistration} state={{ from }} replace />;
  const { userType } = session.user;
  if (roles.includes(userType)) return children;
  return <Forbidden who={`It is for ${inWords(roles)}; you are signed in as ${userType}.`} />;
};
