import { useAtomValue } from 'jotai';
import { ChevronDown, UserRound } from 'lucide-react';
import { useId } from 'react';
import { paths } from '../../client/paths.ts';
import { sessionAtom } from '../../client/session/session.ts';
import { UserAvatar } from '../../domains/users/user-avatar.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmailAddress } from '../../ui/email-address.tsx';
import { ThemeChoice } from './theme-choice.tsx';
import { useDisclosure } from './use-disclosure.ts';

/**
 * The picture and name of the signed-in user, as a button. It opens a panel with the full name, the e-mail address, the role, a link to the
 * profile, and the theme choice. The Logout button is beside the menu, not in the panel. The name and picture come from the user record, or
 * from the identity provider until the record is loaded.
 */
export const AccountMenu = () => {
  const session = useAtomValue(sessionAtom);
  const { isOpen, containerProps, button, toggle } = useDisclosure<HTMLDivElement>();
  const id = useId();
  if (session.status !== 'signed-in') return null;
  const { person, user } = session;
  const name = user?.name || person.displayName || person.email;
  return (
    <div {...containerProps} className="relative">
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={toggle}
        className="flex min-h-10 items-center gap-2 rounded-control px-1.5 text-left hover:bg-brand-soft hover:text-brand"
      >
        <UserAvatar isOwn name={name} url={user?.imageUrl ?? person.photoURL} />
        <span className="sr-only">Account of </span>
        <span className="max-xl:sr-only xl:line-clamp-2 xl:w-max xl:max-w-24 xl:text-xs xl:leading-4 xl:font-medium xl:wrap-anywhere">
          {name}
        </span>
        <ChevronDown className={classNames('size-4 shrink-0 transition-transform', isOpen && 'rotate-180')} />
      </button>
      <div
        id={id}
        hidden={!isOpen}
        className="absolute top-full right-0 mt-2 w-72 rounded-card border border-hairline bg-surface p-4 shadow-card"
      >
        {isOpen && (
          <>
            <p className="font-medium wrap-anywhere">{name}</p>
            <p className="text-sm text-muted">
              <EmailAddress address={person.email} />
            </p>
            {user && (
              <p className="mt-2">
                <Chip tone="info">{user.userType}</Chip>
              </p>
            )}
            <ButtonLink to={paths.myProfile} variant="secondary" size="small" className="my-4 w-full">
              <UserRound className="size-4" />
              My Profile
            </ButtonLink>
            <ThemeChoice className="w-full" />
          </>
        )}
      </div>
    </div>
  );
};
