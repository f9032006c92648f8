import { Menu } from '@base-ui/react/menu';
import { useAtomValue } from 'jotai';
import { ChevronDown } from 'lucide-react';
import { Link } from 'react-router-dom';
import { dashboardLinks } from '../../lib/navigation/links.ts';
import { userTypeAtom } from '../../lib/session/session.ts';
import { buttonClasses } from '../../ui/button.tsx';

/** The pages of a person's role. */
export const DashboardMenu = () => {
  const links = dashboardLinks(useAtomValue(userTypeAtom), 'bar');
  if (links.length === 0) return null;
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className={buttonClasses('quiet', 'small', 'group')}>
        Dashboard
        <ChevronDown
          aria-hidden="true"
          className="size-4 transition-transform group-data-popup-open:rotate-180"
        />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={8} className="z-40">
          <Menu.Popup className="min-w-56 rounded-card border border-hairline bg-surface p-1.5 shadow-card outline-none">
            {links.map(({ to, name }) => (
              <Menu.LinkItem
                key={to}
                closeOnClick
                render={<Link to={to} />}
                className="flex min-h-10 items-center rounded-control px-3 text-sm data-highlighted:bg-brand-soft data-highlighted:text-brand"
              >
                {name}
              </Menu.LinkItem>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
};
