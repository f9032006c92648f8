import { useAtomValue } from 'jotai';
import { asOfNoticeAtom } from '../../client/as-of.tsx';
import { userTypeAtom } from '../../client/session/session.ts';
import { dashboardLinks, type NavigationLink } from './links.ts';

/** The links of the Dashboard menu for whoever is signed in. */
export const useDashboardLinks = (place: 'bar' | 'sheet'): NavigationLink[] => {
  const role = useAtomValue(userTypeAtom);
  return dashboardLinks(role, place, useAtomValue(asOfNoticeAtom) !== null);
};
