import { useAtomValue } from 'jotai';
import { sessionAtom } from '../../client/session/session.ts';
import { UserAvatar } from '../../domains/users/user-avatar.tsx';

/** The picture and name of the signed-in user: from the user record or, until that is loaded, from the identity provider. */
export const SignedInUser = () => {
  const session = useAtomValue(sessionAtom);
  if (session.status !== 'signed-in') return null;
  const { person, user } = session;
  const name = user?.name || person.displayName || person.email;
  return (
    <span className="flex min-w-0 items-center gap-2" title={name}>
      <UserAvatar isOwn name={name} url={user?.imageUrl ?? person.photoURL} />
      <span className="text-sm font-medium wrap-anywhere">{name}</span>
    </span>
  );
};
