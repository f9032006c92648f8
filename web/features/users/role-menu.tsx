import { Menu } from '@base-ui/react/menu';
import { Check, ChevronDown } from 'lucide-react';
import { type User, type UserType, userTypes } from '#events/contract/users.ts';
import { buttonClasses } from '../../ui/button.tsx';

/** The role of one person, to be changed by a choice from a menu. */
export const RoleMenu = ({ user, onChoose }: { user: User; onChoose: (userType: UserType) => void }) => (
  <Menu.Root modal={false}>
    <Menu.Trigger className={buttonClasses('second', 'small', 'group')}>
      Role <span className="sr-only">of {user.name}</span>
      <ChevronDown aria-hidden="true" className="size-4" />
    </Menu.Trigger>
    <Menu.Portal>
      <Menu.Positioner align="end" sideOffset={6} className="z-40">
        <Menu.Popup className="min-w-48 rounded-card border border-hairline bg-surface p-1.5 shadow-card outline-none">
          <Menu.RadioGroup
            value={user.userType}
            onValueChange={(value: UserType) => {
              if (value !== user.userType) onChoose(value);
            }}
          >
            {userTypes.map((type) => (
              <Menu.RadioItem
                key={type}
                value={type}
                closeOnClick
                className="flex min-h-10 items-center justify-between gap-4 rounded-control px-3 text-sm data-highlighted:bg-brand-soft data-highlighted:text-brand"
              >
                {type}
                <Menu.RadioItemIndicator>
                  <Check className="size-4" aria-hidden="true" />
                </Menu.RadioItemIndicator>
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        </Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  </Menu.Root>
);
