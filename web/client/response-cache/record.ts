import type { User } from '#contract/users.ts';
import { user } from '#contract/users.ts';
import { isPassing } from '../api/api-error.ts';
import { logFailure } from '../log-failure.ts';
import { forgetAnswersOf, keepAnswer, keptAnswer } from './kept-answers.ts';

const name = 'own record';

/**
 * The school's record of a person; where the server cannot be reached, the one that it gave the last time, so that a student's
 * pages can be read. It opens pages, nothing else: the server decides by its own.
 * @param onKept called when it was the kept one: it should be asked again when the line is back.
 * @throws what `ask` throws
 */
export const recordOrKept = async (
  uid: string,
  ask: () => Promise<User | null>,
  onKept: () => void,
): Promise<User | null> => {
  try {
    const record = await ask();
    // Of staff nothing is kept: what they see is other people's.
    const keeping =
      record?.userType === 'Student'
        ? keepAnswer({ reader: uid, name, data: record, size: 1_000 })
        : forgetAnswersOf(uid);
    keeping.catch((cause: unknown) => logFailure('The record could not be kept.', cause));
    return record;
  } catch (error) {
    if (!isPassing(error)) throw error;
    const { data } = user.safeParse(await keptAnswer(uid, name).catch(() => undefined));
    if (data === undefined) throw error;
    onKept();
    return data;
  }
};
