import { useAtomValue } from 'jotai';
import { pastAtom } from '../../client/as-of/past.ts';
import { userTypeAtom } from '../../client/session/session.ts';
import { dashboardLinks, type NavigationLink } from './links.ts';

/** The links of the Dashboard menu for whoever is signed in. */
export const useOwnLinks = (place: 'bar' | 'sheet'): NavigationLink[] => {
  const role = useAtomValue(userTypeAtom);
  return dashboardLinks(role, place, useAtomValue(pastAtom) !== null);
};
