import { useAtomValue } from 'jotai';
import { Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';
import { asOfNoticeAtom } from '../../client/as-of.tsx';
import { UnavailablePage } from '../../client/session/forbidden.tsx';

/** Wraps a page that only makes changes. In an as-of view it explains why the page is not available. */
export const EditingPage = ({ children }: { children: ReactNode }) => {
  const notice = useAtomValue(asOfNoticeAtom);
  if (notice === null) return children;
  const reason = `${notice} This page is for making changes, so it is not available.`;
  return <UnavailablePage icon={Hourglass} title="The past cannot be changed" reason={reason} />;
};
