import { useAtomValue } from 'jotai';
import { History } from 'lucide-react';
import { asOfNoticeAtom } from '../../client/as-of.tsx';

/** Shows on every page of an as-of view which moment it shows. */
export const AsOfBanner = () => {
  const notice = useAtomValue(asOfNoticeAtom);
  return (
    notice !== null && (
      <aside aria-label="The past" className="border-b border-hairline bg-warning-ground text-warning">
        <p className="page-width flex items-start gap-2 py-2.5 text-sm font-medium">
          <History className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          {notice}
        </p>
      </aside>
    )
  );
};
