import { deleteAnswer, updateAnswer } from '#contract/answers.ts';
import type { User, UserType } from '#contract/users.ts';
import { act } from '../../client/api/act.ts';
import { ApiError } from '../../client/api/api-error.ts';
import { changeInList, dropFromList, fetchUsersAgain } from '../../domains/users/users-query.ts';
import { confirm, tell } from '../../ui/popup.ts';
import { toast } from '../../ui/toast.ts';

const pathOf = (user: User, rest = '') => `/users/${encodeURIComponent(user._id)}${rest}`;

/**
 * A refusal of the server is a sentence for the person, the last Admin's among them; where the server itself failed, the
 * request's id is for whoever is asked for help.
 */
const say = (error: unknown) => {
  if (!(error instanceof ApiError)) throw error;
  const helps = error.status >= 500 && error.requestId !== null;
  toast.error(error.message, helps ? { description: `Request ${error.requestId}` } : {});
};

/** Asks, then removes, and answers whether somebody was removed; the row leaves the list only after the server's answer says that somebody was removed. */
export const removeUser = async (user: User): Promise<boolean> => {
  const sure = await confirm({
    detail: `It cannot be undone: the key of everything personal of ${user.name} is destroyed, and nobody can read it again.`,
  });
  if (!sure) return false;
  try {
    const { deletedCount } = await act('DELETE', pathOf(user), deleteAnswer);
    if (!deletedCount) {
      toast.blank(`${user.name} was not there any more.`);
      await fetchUsersAgain();
      return false;
    }
    dropFromList(user._id);
    await tell({ tone: 'success', title: 'Deleted!', text: 'User deleted successfully' });
    return true;
  } catch (error) {
    say(error);
    return false;
  }
};

const withArticle = (userType: UserType) => `${userType === 'Student' ? 'a' : 'an'} ${userType}`;

/** What is asked before a role that opens or closes everything is given or taken. */
const sureOf = (user: User, userType: UserType): Promise<boolean> =>
  userType === 'Admin' || user.userType === 'Admin'
    ? confirm({
        title: `Make ${user.name} ${withArticle(userType)}?`,
        text:
          userType === 'Admin'
            ? 'An Admin may change courses, people and roles, yours too.'
            : 'They can manage neither courses nor people from then on, at once and on all their devices.',
        button: 'Yes, change the role',
      })
    : Promise.resolve(true);

/** Gives a role; a waiting wish is settled by it. */
export const changeRole = async (user: User, userType: UserType): Promise<void> => {
  if (!(await sureOf(user, userType))) return;
  try {
    await act('PATCH', pathOf(user), updateAnswer, { body: { userType } });
    changeInList(user._id, { userType, wishedType: null });
    toast.success(`${user.name} is now ${withArticle(userType)}.`);
  } catch (error) {
    say(error);
  }
};

export const declineWish = async (user: User): Promise<void> => {
  try {
    await act('DELETE', pathOf(user, '/wish'), deleteAnswer);
    changeInList(user._id, { wishedType: null });
    toast.blank(`${user.name} stays ${withArticle(user.userType)}.`);
  } catch (error) {
    say(error);
  }
};
