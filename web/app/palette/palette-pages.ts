import { useAtomValue } from 'jotai';
import { asOfNoticeAtom } from '../../client/as-of.tsx';
import { paths } from '../../client/paths.ts';
import { sessionAtom } from '../../client/session/session.ts';
import { type NavigationLink, publicLinks, useDashboardLinks, visitorLinks } from '../navigation/links.ts';

const resources: readonly NavigationLink[] = [
  { to: paths.verify(), name: 'Verify a Certificate' },
  { to: paths.about, name: 'About Us' },
  { to: paths.faq, name: 'FAQ' },
  { to: paths.privacyPolicy, name: 'Privacy Policy' },
  { to: paths.termsOfService, name: 'Terms of Service' },
];

/** Returns the pages that the user may open. */
export const usePalettePages = (): readonly NavigationLink[] => {
  const { status } = useAtomValue(sessionAtom);
  const dashboardLinks = useDashboardLinks('header-bar');
  const asOfNotice = useAtomValue(asOfNoticeAtom);
  return [
    ...publicLinks,
    ...dashboardLinks,
    ...(status === 'visitor' && asOfNotice === null ? visitorLinks : []),
    ...resources,
  ];
};
