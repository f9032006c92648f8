import { HiddenInAsOfView } from '../../client/as-of.tsx';
import { LogoutButton } from '../logout/logout-button.tsx';
import { AccountMenu } from './account-menu.tsx';
import { DashboardMenu } from './dashboard-menu.tsx';

/** The menus of a signed-in user, in the header bar on wide screens. */
export default function UserMenu() {
  return (
    <div className="hidden min-w-0 items-center gap-2 lg:flex">
      <DashboardMenu />
      <AccountMenu />
      <HiddenInAsOfView>
        <LogoutButton />
      </HiddenInAsOfView>
    </div>
  );
}
