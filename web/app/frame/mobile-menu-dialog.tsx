import { Dialog } from '@base-ui/react/dialog';
import { useAtom, useAtomValue } from 'jotai';
import { X } from 'lucide-react';
import { NavLink } from 'react-router-dom';
import { HiddenInAsOfView } from '../../client/as-of.tsx';
import { sessionAtom } from '../../client/session/session.ts';
import { classNames } from '../../ui/class-names.ts';
import { moveFocusWithArrows } from '../../ui/move-focus-with-arrows.ts';
import { LogoutButton } from '../logout/logout-button.tsx';
import { useDashboardLinks } from '../navigation/dashboard-links.ts';
import { type NavigationLink, publicLinks, visitorLinks } from '../navigation/public-links.ts';
import { LinkCount } from './link-count.tsx';
import { findMenuButton, isMobileMenuOpenAtom } from './mobile-menu-open.ts';
import { SignedInUser } from './signed-in-user.tsx';
import { ThemeChoice } from './theme-choice.tsx';

const Links = ({ name, links }: { name: string; links: readonly NavigationLink[] }) => (
  <nav aria-label={name} className="border-b border-hairline py-3">
    <p className="px-3 pb-1 text-xs font-medium text-muted" aria-hidden="true">
      {name}
    </p>
    <ul>
      {links.map((link) => (
        <li key={link.to}>
          <NavLink
            to={link.to}
            end
            className={({ isActive }) =>
              classNames(
                'flex min-h-11 items-center rounded-control px-3 font-medium',
                isActive ? 'bg-brand-soft text-brand' : 'hover:bg-sunken',
              )
            }
          >
            {link.name}
            {link.count && <LinkCount {...link.count} />}
          </NavLink>
        </li>
      ))}
    </ul>
  </nav>
);

const Content = ({ close }: { close: () => void }) => {
  const { status } = useAtomValue(sessionAtom);
  const dashboardLinks = useDashboardLinks('mobile-menu');
  return (
    <>
      <Links name="Pages" links={publicLinks} />
      {status === 'visitor' && (
        <HiddenInAsOfView>
          <Links name="Account" links={visitorLinks} />
        </HiddenInAsOfView>
      )}
      {dashboardLinks.length > 0 && <Links name="Dashboard" links={dashboardLinks} />}
      {status === 'signed-in' && (
        <div className="flex items-center justify-between gap-3 border-b border-hairline px-3 py-4">
          <SignedInUser />
          <HiddenInAsOfView>
            <LogoutButton onDone={close} />
          </HiddenInAsOfView>
        </div>
      )}
      <div className="px-3 py-4">
        <ThemeChoice />
      </div>
    </>
  );
};

export default function MobileMenuDialog() {
  const [isOpen, setOpen] = useAtom(isMobileMenuOpenAtom);
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-veil transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup
          finalFocus={findMenuButton}
          onKeyDown={(event) => moveFocusWithArrows(event, 'a, button')}
          className="fixed inset-y-0 right-0 z-40 w-full max-w-80 overflow-y-auto overscroll-contain border-l border-hairline bg-surface p-3 transition-transform duration-200 data-ending-style:translate-x-full data-starting-style:translate-x-full"
        >
          <div className="flex items-center justify-between pl-3">
            <Dialog.Title className="font-serif text-xl font-semibold">Menu</Dialog.Title>
            <Dialog.Close
              aria-label="Close menu"
              className="inline-flex size-10 items-center justify-center rounded-control hover:bg-brand-soft"
            >
              <X className="size-5" />
            </Dialog.Close>
          </div>
          <Content close={() => setOpen(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
