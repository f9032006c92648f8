import { Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { User } from '#contract/schemas/users.ts';
import { PresentOnly } from '../../client/as-of.tsx';
import { HistoryLink } from '../../domains/audit/history-link.tsx';
import { Button } from '../../ui/button.tsx';
import { RoleSelect } from './role-select.tsx';
import { changeRole, removeUser } from './user-actions.ts';

/** An Admin's actions on one user. `onRemoved` is called after the row has disappeared, to move the focus. */
export const UserButtons = ({ user, onRemoved }: { user: User; onRemoved: () => void }) => {
  const [isRemoving, setRemoving] = useState(false);
  const [isChoosingRole, setChoosingRole] = useState(false);
  const roleButton = useRef<HTMLButtonElement>(null);
  const wasChoosingRole = useRef(false);
  useEffect(() => {
    if (wasChoosingRole.current && !isChoosingRole) roleButton.current?.focus();
    wasChoosingRole.current = isChoosingRole;
  }, [isChoosingRole]);
  const remove = async () => {
    setRemoving(true);
    try {
      if (await removeUser(user)) onRemoved();
    } finally {
      setRemoving(false);
    }
  };
  if (isChoosingRole)
    return (
      <RoleSelect
        user={user}
        onChoose={(userType) => changeRole(user, userType)}
        onEnd={() => setChoosingRole(false)}
      />
    );
  return (
    <>
      <PresentOnly>
        <Button look="second" size="small" working={isRemoving} onClick={() => void remove()}>
          {!isRemoving && <Trash2 className="size-4 text-bad" />}
          Delete <span className="sr-only">{user.name}</span>
        </Button>
        <Button look="second" size="small" ref={roleButton} onClick={() => setChoosingRole(true)}>
          Role <span className="sr-only">of {user.name}</span>
        </Button>
      </PresentOnly>
      <HistoryLink person={user._id} of={user.name} look="quiet" />
    </>
  );
};
