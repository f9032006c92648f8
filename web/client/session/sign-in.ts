import { giveNotice } from './notices.ts';
import { keeper } from './start-session.ts';

/** Signs in; resolves when the role is known too, or a moment later. Rejects with the provider's error. */
export const signIn = async (email: string, password: string): Promise<void> => {
  await keeper().signIn(email, password);
  giveNotice('signed-in');
};
