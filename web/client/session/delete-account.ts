import { deleteAnswer } from '#contract/schemas/command-results.ts';
import { ApiError } from '../api/api-error.ts';
import { sendCommand } from '../api/send-command.ts';
import { store } from '../store.ts';
import { accountDeletionAtom, resetAccountDeletion, runAccountDeletion } from './account-deletion.ts';
import { sessionNotices } from './session-notices.ts';
import { getSessionController } from './start-session.ts';

/** Sends the command. An account that no longer exists counts as deleted: an earlier attempt whose answer was lost may have deleted it. */
const sendDeletion = async (email: string, uid: string): Promise<void> => {
  try {
    await sendCommand('POST', '/me/removal', deleteAnswer, { body: { email }, uid });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'account-removed')) throw error;
  }
};

/**
 * Deletes the signed-in user's account, then calls `onDeleted` to show a farewell, and only then signs out: a page for
 * signed-in users would redirect a visitor to the login.
 * @throws the provider's error, for example for a wrong password; ApiError. If the answer is lost, it is unknown whether the account
 * was deleted. A retry, or a later report that the account is gone, then leads to the farewell and the sign-out.
 */
export const deleteAccount = async (options: {
  email: string;
  password: string;
  onDeleted: () => Promise<void> | void;
}): Promise<void> => {
  const { person } = getSessionController().current();
  if (person === null) throw new Error('Nobody is signed in.');
  // After a lost answer the sign-in may be gone already, and the password was checked a moment ago.
  if (store.get(accountDeletionAtom) !== 'unconfirmed')
    await getSessionController().reauthenticate(options.password);
  await runAccountDeletion(
    () => sendDeletion(options.email, person.uid),
    async () => {
      await options.onDeleted();
      try {
        await getSessionController().signOut();
      } finally {
        sessionNotices.emit('account-deleted-here');
        resetAccountDeletion();
      }
    },
  );
};
