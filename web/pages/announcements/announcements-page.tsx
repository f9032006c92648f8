import { useEffect } from 'react';
import { followPosters, useAnnouncements, useSeen } from '../../domains/announcements/announcements.ts';
import { useMayDo } from '../../client/as-of/may-do.ts';
import { paths } from '../../client/paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { AnnouncementBoards } from './announcement-boards.tsx';
import { NotifyChoice } from './notify-choice.tsx';

export default function AnnouncementsPage() {
  const { data, isError, refetch, isFetching } = useAnnouncements();
  const seen = useSeen();
  useEffect(() => followPosters(), []);
  const mayPost = useMayDo('announcement.post');
  return (
    <Page className="space-y-10">
      <PageHeading
        title="Announcements"
        subtitle="What Admins and Instructors want you to know."
        actions={
          <>
            <NotifyChoice />
            {mayPost && (
              <ButtonLink to={paths.announcement} size="small">
                Post an Announcement
              </ButtonLink>
            )}
          </>
        }
      />
      {data && seen !== undefined ? (
        <AnnouncementBoards announcements={data} seen={seen} />
      ) : isError ? (
        <EmptyState
          sentence="No announcements found."
          detail="They could not be loaded."
          action={
            <Button look="second" working={isFetching} onClick={() => void refetch()}>
              Retry
            </Button>
          }
        />
      ) : (
        <p role="status" className="text-muted">
          Loading...
        </p>
      )}
    </Page>
  );
}
