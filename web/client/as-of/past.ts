import { atom } from 'jotai';
import { pastInWords } from '#contract/past.ts';
import { ApiError } from '../api/api-error.ts';
import { configurationAtom } from '../configuration.ts';
import { store } from '../store.ts';

/** The moment that is shown instead of the present (`log as-of`), in words; null in the product. */
export const pastAtom = atom<string | null>((get) => {
  const past = get(configurationAtom)?.past;
  return past ? pastInWords(new Date(past.at)) : null;
});

export const isInPast = (): boolean => store.get(pastAtom) !== null;

/** Refuses an act where the past is shown; the server would too. @throws ApiError */
export const refuseInPast = (): void => {
  const said = store.get(pastAtom);
  if (said !== null) throw new ApiError({ code: 'past', detail: said, status: 409 });
};
