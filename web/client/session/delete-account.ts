import { deleteAnswer } from '#contract/answers.ts';
import { act } from '../api/act.ts';
import { ApiError } from '../api/api-error.ts';
import { store } from '../store.ts';
import { depart, departureAtom, endDeparture } from './departure.ts';
import { giveNotice } from './notices.ts';
import { keeper } from './start-session.ts';

/** One that is gone already is what was asked for: the answer to an earlier try was lost. */
const remove = async (email: string, uid: string): Promise<void> => {
  try {
    await act('POST', '/me/removal', deleteAnswer, { body: { email }, person: uid });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'account-removed')) throw error;
  }
};

/**
 * Deletes the signed-in person's account for good, then shows the farewell, and only then signs out: a page for signed-in people
 * would send a visitor to the login.
 * @throws the provider's error for a wrong password; ApiError. The account is still there then, unless the answer was lost:
 * then the same act again, or the news, ends it.
 */
export const deleteAccount = async (typed: {
  email: string;
  password: string;
  showFarewell: () => Promise<void> | void;
}): Promise<void> => {
  const { person } = keeper().now();
  if (person === null) throw new Error('Nobody is signed in.');
  // Where the answer was lost the sign-in may be gone already: it was proved a moment ago.
  if (store.get(departureAtom) !== 'in-doubt') await keeper().signInAgain(typed.password);
  await depart(
    () => remove(typed.email, person.uid),
    async () => {
      await typed.showFarewell();
      try {
        await keeper().signOut();
      } finally {
        giveNotice('departed');
        endDeparture();
      }
    },
  );
};
