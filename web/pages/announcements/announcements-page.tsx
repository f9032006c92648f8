import { useAtom } from 'jotai';
import { BellRing } from 'lucide-react';
import { useIsAllowed } from '../../client/as-of.tsx';
import { paths } from '../../client/paths.ts';
import { useAnnouncements } from '../../domains/announcements/announcement-queries.ts';
import { useSeen } from '../../domains/announcements/announcement-seen.ts';
import {
  areBrowserNotificationsEnabledAtom,
  areBrowserNotificationsSupported,
  requestBrowserNotificationPermission,
} from '../../domains/announcements/browser-notifications.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeletons } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { AnnouncementBoards } from './announcement-boards.tsx';

/** Switches browser notifications on and off. The browser asks for permission only after a click. */
const NotificationToggle = () => {
  const [isEnabled, setEnabled] = useAtom(areBrowserNotificationsEnabledAtom);
  if (!areBrowserNotificationsSupported()) return null;
  const isOn = isEnabled && Notification.permission === 'granted';
  const change = async () => {
    if (isOn) setEnabled(false);
    else if (await requestBrowserNotificationPermission()) {
      setEnabled(true);
      toast.success('Notifications are on in this browser.');
    } else
      toast.error('Your browser blocks notifications. You can allow them in its settings for this site.');
  };
  return (
    <Button variant="secondary" size="small" aria-pressed={isOn} onClick={change}>
      <BellRing className="size-4" />
      {isOn ? 'Notifications are on' : 'Turn on notifications'}
    </Button>
  );
};

const BoardsSkeleton = () => (
  <div className="space-y-6">
    <p role="status" className="text-muted">
      Loading...
    </p>
    <div className="grid gap-6 lg:grid-cols-3">
      <Skeletons count={3} className="h-56 rounded-card" />
    </div>
  </div>
);

export default function AnnouncementsPage() {
  const { announcements, ...query } = useAnnouncements();
  const seen = useSeen();
  const canPost = useIsAllowed('announcement.post');
  const olderButton = (
    <p className="mt-10 text-center empty:hidden">
      <MoreButton list={query}>Older announcements</MoreButton>
    </p>
  );
  const renderContent = () => {
    if (announcements && seen !== undefined)
      return <AnnouncementBoards announcements={announcements} seen={seen} olderButton={olderButton} />;
    if (!query.isError) return <BoardsSkeleton />;
    return (
      <EmptyState
        sentence="No announcements found."
        detail="They could not be loaded."
        action={
          <Button variant="secondary" isWorking={query.isFetching} onClick={() => void query.refetch()}>
            Retry
          </Button>
        }
      />
    );
  };
  return (
    <Page className="space-y-10">
      <PageHeading
        title="Announcements"
        subtitle="News from Admins and Instructors."
        actions={
          <>
            <NotificationToggle />
            {canPost && (
              <ButtonLink to={paths.announcement} size="small">
                Post an Announcement
              </ButtonLink>
            )}
          </>
        }
      />
      {renderContent()}
    </Page>
  );
}
