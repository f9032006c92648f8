import { useAtomValue, useSetAtom } from 'jotai';
import { Search } from 'lucide-react';
import { NavLink } from 'react-router-dom';
import { HiddenInAsOfView } from '../../client/as-of.tsx';
import { isHydratedAtom } from '../../client/hydration.ts';
import { waitingActionsAtom } from '../../client/outbox/outbox-atoms.ts';
import { sessionAtom, userTypeAtom } from '../../client/session/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { UserBell, UserMenu } from '../load-later.tsx';
import { publicLinks, visitorLinks } from '../navigation/public-links.ts';
import { isPaletteOpenAtom } from '../palette/palette-open.ts';
import { ConnectionStatus } from './connection-status.tsx';
import { Logo } from './logo.tsx';
import { MobileMenu } from './mobile-menu.tsx';

const PublicLinks = () => (
  <nav aria-label="Main" className="hidden h-full lg:block">
    <ul className="flex h-full items-stretch">
      {publicLinks.map(({ to, name }) => (
        <li key={to} className="flex">
          <NavLink
            to={to}
            end
            className={({ isActive }) =>
              classNames(
                'flex items-center border-b-2 px-2 pt-0.5 text-sm font-medium whitespace-nowrap transition-colors',
                isActive ? 'border-brand text-brand' : 'border-transparent text-muted hover:text-ink',
              )
            }
          >
            {name}
          </NavLink>
        </li>
      ))}
    </ul>
  </nav>
);

const SearchButton = () => {
  const isOnMac = useAtomValue(isHydratedAtom) && /Mac|iPhone|iPad/.test(navigator.platform);
  const setPaletteOpen = useSetAtom(isPaletteOpenAtom);
  return (
    <button
      type="button"
      onClick={() => setPaletteOpen(true)}
      aria-keyshortcuts="Control+K Meta+K"
      className="inline-flex min-h-10 min-w-10 items-center justify-center gap-2 rounded-control border border-transparent text-sm text-muted hover:text-ink xl:border-control xl:bg-surface xl:px-3 xl:hover:border-brand"
    >
      <Search className="size-4.5 shrink-0" />
      <span className="sr-only">Search</span>
      <span aria-hidden="true" className="hidden text-xs whitespace-nowrap xl:inline">
        {isOnMac ? '⌘ K' : 'Ctrl K'}
      </span>
    </button>
  );
};

/** Reserves space while the session or the code of the user menu is loading, so that nothing jumps. */
const accountPlaceholder = <div className="hidden w-40 lg:block" />;

const Account = () => {
  const { status } = useAtomValue(sessionAtom);
  if (status === 'loading') return accountPlaceholder;
  if (status === 'visitor')
    return (
      <HiddenInAsOfView>
        <div className="visitors-placeholder hidden items-center gap-2 lg:flex">
          {visitorLinks.map(({ to, name }, index) => (
            <ButtonLink key={to} to={to} size="small" variant={index === 0 ? 'quiet' : 'primary'}>
              {name}
            </ButtonLink>
          ))}
        </div>
      </HiddenInAsOfView>
    );
  return <UserMenu isNeeded fallback={accountPlaceholder} />;
};

/** The bar at the top, which is sticky except on short screens. On narrow screens most of it is in the mobile menu. */
export const HeaderBar = () => {
  const isSignedIn = useAtomValue(sessionAtom).status === 'signed-in';
  // On very narrow screens the number of unsent changes takes the space of the word "Lyceum".
  const hasWaitingActions = useAtomValue(waitingActionsAtom).length > 0;
  return (
    <header className="sticky top-0 z-30 border-b [@media(max-height:30rem)]:static border-hairline bg-ground/90 backdrop-blur-md">
      <div className="page-width flex h-16 items-center gap-3 xl:gap-4">
        <Logo
          nameClassName={classNames(
            isSignedIn && 'lg:sr-only xl:not-sr-only',
            hasWaitingActions && 'max-[24rem]:sr-only',
          )}
        />
        <PublicLinks />
        <div className="ml-auto flex min-w-0 items-center gap-2">
          <ConnectionStatus />
          <UserBell isNeeded={useAtomValue(userTypeAtom) !== null} />
          <Account />
          {/* It is to the right of what appears with the session, so that it does not move while somebody presses it. */}
          <SearchButton />
          <MobileMenu />
        </div>
      </div>
    </header>
  );
};
