import { useAtomValue } from 'jotai';
import { pastAtom } from '../past/past.ts';
import { userTypeAtom } from '../session/session.ts';
import { dashboardLinks, type NavigationLink } from './links.ts';

/** The links of the Dashboard menu for whoever is signed in. */
export const useOwnLinks = (place: 'bar' | 'sheet'): NavigationLink[] => {
  const role = useAtomValue(userTypeAtom);
  return dashboardLinks(role, place, useAtomValue(pastAtom) !== null);
};
