import { useAtomValue } from 'jotai';
import {
  dashboardLinks,
  type NavigationLink,
  publicLinks,
  visitorLinks,
} from '../../lib/navigation/links.ts';
import { paths } from '../../lib/paths.ts';
import { sessionAtom, userTypeAtom } from '../../lib/session/session.ts';

const resources: readonly NavigationLink[] = [
  { to: paths.verify(), name: 'Check a Certificate' },
  { to: paths.about, name: 'About Us' },
  { to: paths.faq, name: 'FAQ' },
  { to: paths.privacyPolicy, name: 'Privacy Policy' },
  { to: paths.termsOfService, name: 'Terms of Service' },
];

/** The pages that this person may open. */
export const usePages = (): readonly NavigationLink[] => {
  const { status } = useAtomValue(sessionAtom);
  const role = useAtomValue(userTypeAtom);
  return [
    ...publicLinks,
    ...dashboardLinks(role, 'bar'),
    ...(status === 'visitor' ? visitorLinks : []),
    ...resources,
  ];
};
