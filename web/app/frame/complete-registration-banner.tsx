import { useAtomValue } from 'jotai';
import { UserRoundPen } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import { paths } from '../../client/paths.ts';
import { sessionAtom } from '../../client/session/session.ts';
import { ButtonLink } from '../../ui/button.tsx';

/** Offers to complete an interrupted registration: the user is signed in but has no user record. */
export const CompleteRegistrationBanner = () => {
  const session = useAtomValue(sessionAtom);
  const { pathname, search, hash } = useLocation();
  if (session.status !== 'signed-in' || session.role !== 'missing') return null;
  return (
    <section aria-label="Registration" className="border-b border-hairline bg-warning-ground">
      <div className="page-width flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-3">
        <p className="flex items-start gap-2 text-warning">
          <UserRoundPen className="mt-0.5 size-5 shrink-0" />
          Your registration is not complete yet.
        </p>
        <ButtonLink
          to={paths.completeRegistration}
          state={{ from: `${pathname}${search}${hash}` }}
          size="small"
        >
          Complete registration
        </ButtonLink>
      </div>
    </section>
  );
};
