import { useAtomValue } from 'jotai';
import { Bell as BellIcon } from 'lucide-react';
import { NavLink } from 'react-router-dom';
import { paths } from '../../client/paths.ts';
import { userTypeAtom } from '../../client/session/session.ts';
import { useUnreadCount } from '../../domains/announcements/announcement-queries.ts';
import { classNames } from '../../ui/class-names.ts';

const maxShown = 99;

/** A link to the announcements with the number of unread ones, for registered users. */
export const AnnouncementsBell = () => {
  const role = useAtomValue(userTypeAtom);
  const unread = useUnreadCount();
  if (role === null) return null;
  return (
    <NavLink
      to={paths.showAnnouncement}
      className={({ isActive }) =>
        classNames(
          'relative inline-flex size-10 shrink-0 items-center justify-center rounded-control hover:bg-brand-soft hover:text-brand',
          isActive ? 'text-brand' : 'text-muted',
        )
      }
    >
      <BellIcon className="size-5" />
      <span className="sr-only">Announcements{unread > 0 && `, ${unread} unread`}</span>
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="absolute top-0.5 right-0 min-w-4.5 rounded-full bg-bad-solid px-1 text-center text-[11px] leading-4.5 font-semibold text-on-brand tabular-nums"
        >
          {unread > maxShown ? `${maxShown}+` : unread}
        </span>
      )}
    </NavLink>
  );
};
