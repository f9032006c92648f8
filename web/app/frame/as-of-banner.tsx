import { useAtomValue } from 'jotai';
import { History } from 'lucide-react';
import { asOfNoticeAtom } from '../../client/as-of.tsx';

/** Says on each page that this is the past, where it is. */
export const AsOfBanner = () => {
  const past = useAtomValue(asOfNoticeAtom);
  return (
    past !== null && (
      <aside aria-label="The past" className="border-b border-hairline bg-warning-ground text-warning">
        <p className="page-width flex items-start gap-2 py-2.5 text-sm font-medium">
          <History className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          {past}
        </p>
      </aside>
    )
  );
};
