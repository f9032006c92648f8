import { Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type User, type UserType, userTypes } from '#contract/schemas/users.ts';
import { HiddenInAsOfView } from '../../client/as-of.tsx';
import { HistoryLink } from '../../domains/audit/history-link.tsx';
import { Button } from '../../ui/button.tsx';
import { controlClasses } from '../../ui/field.tsx';
import { isFocusFree } from '../../ui/is-focus-free.ts';
import { useFocusAfterRemoval } from '../../ui/use-focus-after-removal.ts';
import { changeRole, removeUser } from './user-actions.ts';

/** Selects a different role, in place of the row's buttons. Nothing changes until "Change" is pressed. */
const RoleSelect = ({
  user,
  onChoose,
  onEnd,
}: {
  user: User;
  onChoose: (userType: UserType) => Promise<unknown>;
  onEnd: () => void;
}) => {
  const [chosen, setChosen] = useState(user.userType);
  const [isSaving, setSaving] = useState(false);
  const change = async () => {
    setSaving(true);
    try {
      if (chosen !== user.userType) await onChoose(chosen);
    } finally {
      setSaving(false);
      onEnd();
    }
  };
  return (
    <>
      <select
        // biome-ignore lint/a11y/noAutofocus: it takes the place of the button that was pressed, which had the focus
        autoFocus
        aria-label={`New role of ${user.name}`}
        value={chosen}
        onChange={(event) => setChosen(userTypes.find((type) => type === event.target.value) ?? chosen)}
        // The column of the buttons is as narrow as possible, so the select needs a minimum width.
        className={controlClasses('min-h-9 min-w-36 max-w-44 text-sm')}
      >
        {userTypes.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </select>
      <Button size="small" isWorking={isSaving} onClick={() => void change()}>
        Change
      </Button>
      <Button variant="quiet" size="small" onClick={onEnd}>
        Cancel
      </Button>
    </>
  );
};

/** An Admin's actions on one user. `onRemoved` is called after the row has disappeared, to move the focus. */
export const UserButtons = ({ user, onRemoved }: { user: User; onRemoved: () => void }) => {
  const [isRemoving, setRemoving] = useState(false);
  const [isChoosingRole, setChoosingRole] = useState(false);
  // If the role changes, the row moves to a different table.
  const buttons = useFocusAfterRemoval<HTMLDivElement>();
  const roleButton = useRef<HTMLButtonElement>(null);
  const wasChoosingRole = useRef(false);
  useEffect(() => {
    // A refused change may end late, when the user has moved on.
    if (wasChoosingRole.current && !isChoosingRole && isFocusFree(null)) roleButton.current?.focus();
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
  return (
    <div ref={buttons} className="contents">
      {isChoosingRole ? (
        <RoleSelect
          user={user}
          onChoose={(userType) => changeRole(user, userType)}
          onEnd={() => setChoosingRole(false)}
        />
      ) : (
        <>
          <HiddenInAsOfView>
            <Button variant="secondary" size="small" isWorking={isRemoving} onClick={() => void remove()}>
              {!isRemoving && <Trash2 className="size-4 text-bad" />}
              Delete <span className="sr-only">{user.name}</span>
            </Button>
            <Button variant="secondary" size="small" ref={roleButton} onClick={() => setChoosingRole(true)}>
              Role <span className="sr-only">of {user.name}</span>
            </Button>
          </HiddenInAsOfView>
          <HistoryLink person={user._id} of={user.name} variant="quiet" />
        </>
      )}
    </div>
  );
};
