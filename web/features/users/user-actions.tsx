import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { User } from '#events/contract/users.ts';
import { Button } from '../../ui/button.tsx';
import { RoleMenu } from './role-menu.tsx';
import { changeRole, removeUser } from './user-acts.ts';

/** What an Admin can do with one person. `onRemoved` is told after the row has left, so that the focus finds a place. */
export const UserActions = ({ user, onRemoved }: { user: User; onRemoved: () => void }) => {
  const [removing, setRemoving] = useState(false);
  const remove = async () => {
    setRemoving(true);
    try {
      if (await removeUser(user)) onRemoved();
    } finally {
      setRemoving(false);
    }
  };
  return (
    <>
      <Button look="second" size="small" working={removing} onClick={() => void remove()}>
        {!removing && <Trash2 className="size-4 text-bad" aria-hidden="true" />}
        Delete <span className="sr-only">{user.name}</span>
      </Button>
      <RoleMenu user={user} onChoose={(userType) => void changeRole(user, userType)} />
    </>
  );
};
