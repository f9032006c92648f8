import { useAtomValue } from 'jotai';
import { may, type Permission } from '#contract/policies.ts';
import { userTypeAtom } from '../session/session.ts';
import { pastAtom } from './past.ts';

/** Whether whoever is signed in may do this here: what their role allows, and nothing where the past is shown. */
export const useMayDo = (permission: Permission): boolean => {
  const role = useAtomValue(userTypeAtom);
  return useAtomValue(pastAtom) === null && may(role, permission);
};
