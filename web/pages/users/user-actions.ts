import { deleteAnswer, updateAnswer } from '#contract/schemas/command-results.ts';
import type { User, UserType } from '#contract/schemas/users.ts';
import { ApiError } from '../../client/api/api-error.ts';
import { sendCommand } from '../../client/api/send-command.ts';
import { withRecentSignIn } from '../../client/session/sign-in-again.ts';
import { refetchUsers, removeCachedUser } from '../../domains/users/user-live.ts';
import { confirm, showMessage } from '../../ui/popup.ts';
import { toast } from '../../ui/toast.ts';

const getUserPath = (user: User, suffix = '') => `/users/${encodeURIComponent(user._id)}${suffix}`;

/** Shows the server's message, and the request id if the server failed. @throws any error that is not an ApiError. */
const showError = (error: unknown) => {
  if (!(error instanceof ApiError)) throw error;
  const isServerError = error.status >= 500 && error.requestId !== null;
  toast.error(error.message, isServerError ? { description: `Request ${error.requestId}` } : {});
};

const showAlreadyRemoved = ({ name }: User) => toast.neutral(`${name} had already been removed.`);

/**
 * Removes a user after confirmation, and after a new sign-in if the last one is too old. The row disappears only after the
 * server's answer.
 * @returns whether the user was removed.
 */
export const removeUser = async (user: User): Promise<boolean> => {
  const isConfirmed = await confirm({
    detail: `${user.name}’s data will be permanently deleted.`,
  });
  if (!isConfirmed) return false;
  try {
    const answer = await withRecentSignIn(() => sendCommand('DELETE', getUserPath(user), deleteAnswer));
    if (answer === null) return false;
    if (!answer.deletedCount) {
      showAlreadyRemoved(user);
      await refetchUsers();
      return false;
    }
    removeCachedUser(user._id);
    await showMessage({ tone: 'good', title: 'Deleted!', text: 'User deleted successfully' });
    return true;
  } catch (error) {
    showError(error);
    return false;
  }
};

const withArticle = (userType: UserType) => `${userType === 'Student' ? 'a' : 'an'} ${userType}`;

/** Asks for confirmation if the Admin role is given or taken away. Resolves to whether the change may be made. */
const confirmRoleChange = (user: User, userType: UserType): Promise<boolean> =>
  userType === 'Admin' || user.userType === 'Admin'
    ? confirm({
        title: `Make ${user.name} ${withArticle(userType)}?`,
        text:
          userType === 'Admin'
            ? 'Admins can change courses, users and roles, including yours.'
            : 'They can no longer manage courses and users. This takes effect at once on all their devices.',
        button: 'Yes, change the role',
      })
    : Promise.resolve(true);

/**
 * Changes a role, which also settles a pending role request.
 * @returns whether the user leaves the list: the role was changed, or the user had been removed.
 */
export const changeRole = async (user: User, userType: UserType): Promise<boolean> => {
  if (!(await confirmRoleChange(user, userType))) return false;
  try {
    const answer = await withRecentSignIn(() =>
      sendCommand('PATCH', getUserPath(user), updateAnswer, { body: { userType } }),
    );
    if (answer === null) return false;
    void refetchUsers();
    if (answer.matchedCount === 0) showAlreadyRemoved(user);
    else toast.success(`${user.name} is now ${withArticle(userType)}.`);
    return true;
  } catch (error) {
    showError(error);
    return false;
  }
};

/** Declines a role request. @returns whether the request leaves the list: it was declined, or was no longer pending. */
export const declineRoleRequest = async (user: User): Promise<boolean> => {
  try {
    const { deletedCount } = await sendCommand('DELETE', getUserPath(user, '/wish'), deleteAnswer);
    void refetchUsers();
    toast.neutral(
      deletedCount === 0
        ? `The role request of ${user.name} is no longer pending.`
        : `${user.name} stays ${withArticle(user.userType)}.`,
    );
    return true;
  } catch (error) {
    showError(error);
    return false;
  }
};
