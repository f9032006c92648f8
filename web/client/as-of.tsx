/** As-of views: `log as-of` shows the product as it was at a moment in the past, and nothing can be changed. */
import { atom, useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { asOfSentence } from '#contract/as-of-sentences.ts';
import { isPermitted, type Permission } from '#contract/policies.ts';
import { ApiError } from './api/api-error.ts';
import { configurationAtom } from './configuration.ts';
import { userTypeAtom } from './session/session.ts';
import { store } from './store.ts';

/** A sentence that says which moment is shown; null if it is the present. */
export const asOfNoticeAtom = atom<string | null>((get) => {
  const past = get(configurationAtom)?.past;
  return past ? asOfSentence(new Date(past.at)) : null;
});

export const isAsOfView = (): boolean => store.get(asOfNoticeAtom) !== null;

/** Refuses a command in an as-of view, as the server would. @throws ApiError */
export const refuseInAsOfView = (): void => {
  const notice = store.get(asOfNoticeAtom);
  if (notice !== null) throw new ApiError({ code: 'past', detail: notice, status: 409 });
};

/** In an as-of view, hides the controls that change something. */
export const HiddenInAsOfView = ({ children }: { children: ReactNode }) =>
  useAtomValue(asOfNoticeAtom) === null && children;

/** Returns whether the user's role has the permission. In an as-of view no role has any. */
export const useIsAllowed = (permission: Permission): boolean => {
  const role = useAtomValue(userTypeAtom);
  return useAtomValue(asOfNoticeAtom) === null && isPermitted(role, permission);
};
