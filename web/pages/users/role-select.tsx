import { useState } from 'react';
import { type User, type UserType, userTypes } from '#contract/schemas/users.ts';
import { Button } from '../../ui/button.tsx';
import { controlClasses } from '../../ui/field.tsx';

/** Selects another role, in place of the row's buttons. Nothing changes until "Change" is pressed. */
export const RoleSelect = ({
  user,
  onChoose,
  onEnd,
}: {
  user: User;
  onChoose: (userType: UserType) => Promise<void>;
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
        className={controlClasses('min-h-9 w-auto pr-8 text-sm')}
      >
        {userTypes.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </select>
      <Button size="small" working={isSaving} onClick={() => void change()}>
        Change
      </Button>
      <Button look="quiet" size="small" onClick={onEnd}>
        Cancel
      </Button>
    </>
  );
};
