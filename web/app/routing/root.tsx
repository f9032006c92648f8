import { useAtomValue } from 'jotai';
import { History } from 'lucide-react';
import { Outlet } from 'react-router-dom';
import { asOfNoticeAtom } from '../../client/as-of.tsx';
import { QuizNotices } from '../notices/quiz-notices.tsx';
import { ReloadNotice } from '../notices/reload-notice.tsx';
import { PageAddress } from './page-address.tsx';
import { RouteFocus } from './route-focus.tsx';

/** Says on every page of an as-of view which moment is shown. */
const AsOfBanner = () => {
  const notice = useAtomValue(asOfNoticeAtom);
  return (
    notice !== null && (
      <aside aria-label="The past" className="border-b border-hairline bg-warning-ground text-warning">
        <p className="page-width flex items-start gap-2 py-2.5 text-sm font-medium">
          <History className="mt-0.5 size-4 shrink-0" />
          {notice}
        </p>
      </aside>
    )
  );
};

export const Root = () => (
  <>
    <AsOfBanner />
    <Outlet />
    <ReloadNotice />
    <RouteFocus />
    <PageAddress />
    <QuizNotices />
  </>
);
