import { useAtomValue } from 'jotai';
import { asOfNoticeAtom } from '../../client/as-of.tsx';
import { paths } from '../../client/paths.ts';
import { sessionAtom } from '../../client/session/session.ts';
import { type NavigationLink, publicLinks, visitorLinks } from '../navigation/links.ts';
import { useDashboardLinks } from '../navigation/own-links.ts';

const resources: readonly NavigationLink[] = [
  { to: paths.verify(), name: 'Check a Certificate' },
  { to: paths.about, name: 'About Us' },
  { to: paths.faq, name: 'FAQ' },
  { to: paths.privacyPolicy, name: 'Privacy Policy' },
  { to: paths.termsOfService, name: 'Terms of Service' },
];

/** The pages that this person may open. */
export const usePalettePages = (): readonly NavigationLink[] => {
  const { status } = useAtomValue(sessionAtom);
  const own = useDashboardLinks('bar');
  const past = useAtomValue(asOfNoticeAtom);
  return [
    ...publicLinks,
    ...own,
    ...(status === 'visitor' && past === null ? visitorLinks : []),
    ...resources,
  ];
};
