import { useAtomValue } from 'jotai';
import { type NavigationLink, publicLinks, visitorLinks } from '../navigation/links.ts';
import { useOwnLinks } from '../navigation/own-links.ts';
import { pastAtom } from '../../client/as-of/past.ts';
import { paths } from '../../client/paths.ts';
import { sessionAtom } from '../../client/session/session.ts';

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
  const own = useOwnLinks('bar');
  const past = useAtomValue(pastAtom);
  return [
    ...publicLinks,
    ...own,
    ...(status === 'visitor' && past === null ? visitorLinks : []),
    ...resources,
  ];
};
