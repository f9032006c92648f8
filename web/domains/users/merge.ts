import type { LiveMessage } from '#contract/live.ts';
import type { User } from '#contract/users.ts';

export type UserMessage = Extract<LiveMessage, { kind: `user-${string}` }>;

export const isUserMessage = (message: LiveMessage): message is UserMessage =>
  message.kind.startsWith('user-');

/** The list of users, in the order in which they came, after one live message; the same list when nothing differs. */
export const mergeIntoUsers = (users: readonly User[], message: UserMessage): readonly User[] => {
  const { data } = message;
  const known = users.some((user) => user._id === data._id);
  if (message.kind === 'user-removed') return known ? users.filter((user) => user._id !== data._id) : users;
  return known
    ? users.map((user) => (user._id === data._id ? message.data : user))
    : [...users, message.data];
};
