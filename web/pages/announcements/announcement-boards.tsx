import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { AnnouncementPages } from '../../domains/announcements/announcement-live.ts';
import {
  fetchOlderAnnouncements,
  useAnnouncementReach,
} from '../../domains/announcements/announcement-queries.ts';
import { markSeenUpTo, type Seen } from '../../domains/announcements/announcement-seen.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NewItemsPill } from '../../ui/new-items-pill.tsx';
import { toast } from '../../ui/toast.ts';
import { AnnouncementBoard, posterRoles } from './announcement-board.tsx';
import { useHeldBack } from './use-held-back.ts';

const OlderButton = ({ cursor }: { cursor: string }) => {
  const older = useMutation({
    mutationFn: () => fetchOlderAnnouncements(cursor),
    onError: (error) => toast.error(error.message),
  });
  return (
    <p className="text-center">
      <Button look="second" working={older.isPending} onClick={() => older.mutate()}>
        Older announcements
      </Button>
    </p>
  );
};

const noCourses: Seen['joinedAt'] = {};

/**
 * All announcements. Unread ones are marked as seen on the server as soon as they are shown, but keep their mark on the page
 * until it is left.
 * @param props.seen what the user had seen before; null if it is unknown, then no announcement is marked.
 */
export const AnnouncementBoards = ({
  announcements,
  seen,
}: {
  announcements: AnnouncementPages;
  seen: Seen | null;
}) => {
  const joinedAt = seen?.joinedAt ?? noCourses;
  const { visible, newCount, shownUpTo, show } = useHeldBack(announcements.list, joinedAt);
  const [seenBefore] = useState(seen);
  const marks = seenBefore && { upTo: seenBefore.upTo, joinedAt };
  const reach = useAnnouncementReach(visible.some(({ own }) => own));
  const reportedUpTo = useRef(seen?.upTo ?? 0);
  useEffect(() => {
    if (shownUpTo <= reportedUpTo.current) return;
    reportedUpTo.current = shownUpTo;
    markSeenUpTo(shownUpTo);
  }, [shownUpTo]);
  return (
    <>
      <NewItemsPill count={newCount} noun="announcement" onShow={show} />
      {visible.length === 0 ? (
        <EmptyState sentence="No announcements found." />
      ) : (
        <div className="space-y-14">
          {posterRoles.map((role) => (
            <AnnouncementBoard key={role} role={role} list={visible} seen={marks} reach={reach} />
          ))}
        </div>
      )}
      {announcements.next !== null && <OlderButton cursor={announcements.next} />}
    </>
  );
};
