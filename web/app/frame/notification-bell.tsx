import { Popover } from '@base-ui/react/popover';
import { useAtomValue } from 'jotai';
import { Bell as BellIcon, Settings2, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import type { Notification, NotificationKind } from '#contract/schemas/notifications.ts';
import { QueryError } from '../../client/api/query-view.tsx';
import { asOfNoticeAtom } from '../../client/as-of.tsx';
import { paths } from '../../client/paths.ts';
import { userTypeAtom } from '../../client/session/session.ts';
import {
  describeNotification,
  kindNames,
  listKindsOfRole,
} from '../../domains/notifications/describe-notification.ts';
import {
  markNotificationsSeen,
  switchNotificationKind,
  useNotifications,
} from '../../domains/notifications/notification-queries.ts';
import { Chip } from '../../ui/chip.tsx';
import { classNames } from '../../ui/class-names.ts';
import { MoreButton } from '../../ui/more-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { useIsPageVisible } from '../../ui/use-is-page-visible.ts';
import { formatBadgeCount } from './format-badge-count.ts';

const bellClasses =
  'relative inline-flex size-10 shrink-0 items-center justify-center rounded-control text-muted hover:bg-brand-soft hover:text-brand';
const smallButtonClasses =
  'inline-flex size-10 shrink-0 items-center justify-center rounded-control text-muted hover:bg-brand-soft hover:text-brand aria-expanded:text-brand';

const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

const Entry = ({ notification, isNew }: { notification: Notification; isNew: boolean }) => {
  const { title, to } = describeNotification(notification);
  return (
    <Link to={to} className="block rounded-control px-3 py-2.5 hover:bg-brand-soft">
      <span className="flex items-start justify-between gap-3">
        <span className="min-w-0 font-medium wrap-anywhere">{title}</span>
        {isNew && <Chip>New</Chip>}
      </span>
      {notification.text !== null && (
        <span className="mt-0.5 line-clamp-2 text-sm text-muted wrap-anywhere">{notification.text}</span>
      )}
      <time dateTime={notification.at} className="mt-0.5 block text-sm text-muted tabular-nums">
        {dateFormat.format(new Date(notification.at))}
      </time>
    </Link>
  );
};

/** Returns a key that contains the position, because a later notification about the same record replaces the earlier one and is new. */
const createEntryKey = ({ _id, event, position }: Notification) => `${event} ${_id} ${position}`;

const List = ({ query }: { query: ReturnType<typeof useNotifications> }) => {
  const pages = query.data?.pages ?? [];
  const entries = pages.flatMap(({ notifications }) => notifications);
  // Entries keep the mark "New" while the panel is open, although they count as seen as soon as they are shown.
  const newKeys = useRef(new Set<string>());
  for (const entry of entries) if (entry.isUnread) newKeys.current.add(createEntryKey(entry));
  // The first page names the latest position, because the latest entry may be on a later page: an announcement that is older than the
  // user's enrolment in its course has the position of the enrolment, but is sorted by its date.
  const latestPosition = pages[0]?.latestPosition ?? 0;
  const hasUnread = (pages[0]?.unread ?? 0) > 0;
  // The panel may stay open in a hidden tab.
  const isVisible = useIsPageVisible();
  useEffect(() => {
    if (isVisible && hasUnread) markNotificationsSeen(latestPosition);
  }, [isVisible, hasUnread, latestPosition]);
  if (!query.data)
    return query.error ? (
      <QueryError title="The notifications could not be loaded" query={query} />
    ) : (
      <div className="space-y-2 p-3">
        <Skeleton className="h-14 w-full" />
        <Skeleton className="h-14 w-full" />
      </div>
    );
  if (entries.length === 0) return <p className="px-3 py-6 text-center text-muted">No notifications.</p>;
  return (
    <>
      <ul aria-label="Notifications" className="space-y-1">
        {entries.map((entry) => (
          <li key={createEntryKey(entry)}>
            <Entry notification={entry} isNew={newKeys.current.has(createEntryKey(entry))} />
          </li>
        ))}
      </ul>
      <MoreButton list={query} className="mt-2 w-full">
        Show more
      </MoreButton>
    </>
  );
};

const Settings = ({ id, switchedOff }: { id: string; switchedOff: readonly NotificationKind[] }) => {
  const role = useAtomValue(userTypeAtom);
  if (role === null) return null;
  const switchKind = (kind: NotificationKind, isOn: boolean) =>
    switchNotificationKind(kind, isOn, switchedOff).catch((error: Error) => toast.error(error.message));
  return (
    <fieldset id={id} className="border-b border-hairline px-3 pb-3">
      <legend className="pt-1.5 pb-1 text-sm text-muted">Notify me about</legend>
      {listKindsOfRole(role).map((kind) => (
        <label key={kind} className="flex min-h-10 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            checked={!switchedOff.includes(kind)}
            onChange={({ currentTarget }) => void switchKind(kind, currentTarget.checked)}
            className="size-5 accent-brand"
          />
          {kindNames[kind]}
        </label>
      ))}
    </fieldset>
  );
};

const Panel = ({ query }: { query: ReturnType<typeof useNotifications> }) => {
  const [areSettingsShown, setSettingsShown] = useState(false);
  const settingsId = useId();
  const firstPage = query.data?.pages[0];
  return (
    <>
      <div className="flex items-center gap-1 border-b border-hairline py-1.5 pr-1.5 pl-4">
        <Popover.Title className="mr-auto font-semibold">Notifications</Popover.Title>
        <button
          type="button"
          aria-label="Choose notifications"
          aria-expanded={areSettingsShown}
          aria-controls={areSettingsShown ? settingsId : undefined}
          onClick={() => setSettingsShown(!areSettingsShown)}
          className={smallButtonClasses}
        >
          <Settings2 className="size-5" />
        </button>
        <Popover.Close aria-label="Close notifications" className={smallButtonClasses}>
          <X className="size-5" />
        </Popover.Close>
      </div>
      <div className="max-h-[min(28rem,60dvh)] overflow-y-auto overscroll-contain p-1.5">
        {areSettingsShown && firstPage && <Settings id={settingsId} switchedOff={firstPage.switchedOff} />}
        <List query={query} />
      </div>
      <p className="border-t border-hairline p-1.5">
        <Link
          to={paths.showAnnouncement}
          className="flex min-h-10 items-center justify-center rounded-control px-3 text-sm font-medium text-brand hover:bg-brand-soft"
        >
          All announcements
        </Link>
      </p>
    </>
  );
};

const BellWithPanel = () => {
  const query = useNotifications();
  const { key } = useLocation();
  /** The history entry in which the panel was opened. In any other entry it is closed. */
  const [openAtKey, setOpenAtKey] = useState<string | null>(null);
  const unread = query.data?.pages[0]?.unread ?? 0;
  return (
    <Popover.Root open={openAtKey === key} onOpenChange={(isOpen) => setOpenAtKey(isOpen ? key : null)}>
      <Popover.Trigger className={classNames(bellClasses, 'data-popup-open:text-brand')}>
        <BellIcon className="size-5" />
        <span className="sr-only">Notifications{unread > 0 && `, ${unread} unread`}</span>
        {unread > 0 && (
          <span
            aria-hidden="true"
            className="absolute top-0.5 right-0 min-w-4.5 rounded-full bg-bad-solid px-1 text-center text-[11px] leading-4.5 font-semibold text-on-brand tabular-nums"
          >
            {formatBadgeCount(unread)}
          </span>
        )}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={8} align="end" collisionPadding={8} className="z-40">
          <Popover.Popup className="w-[min(24rem,calc(100vw-1rem))] rounded-card border border-hairline bg-surface shadow-card outline-none">
            <Panel query={query} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
};

/** The bell of a registered user. An as-of view does not contain what the user has seen, so its bell leads to the announcements. */
export default function NotificationBell() {
  const role = useAtomValue(userTypeAtom);
  const isAsOf = useAtomValue(asOfNoticeAtom) !== null;
  if (role === null) return null;
  if (!isAsOf) return <BellWithPanel />;
  return (
    <NavLink to={paths.showAnnouncement} className={bellClasses}>
      <BellIcon className="size-5" />
      <span className="sr-only">Announcements</span>
    </NavLink>
  );
}
