import { useMutation } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import type { Announcement, AnnouncementReach } from '#contract/schemas/announcements.ts';
import { useIsAllowed } from '../../client/as-of.tsx';
import {
  restoreAnnouncement,
  withdrawAnnouncement,
} from '../../domains/announcements/announcement-actions.ts';
import {
  insertCachedAnnouncement,
  removeCachedAnnouncement,
} from '../../domains/announcements/announcement-live.ts';
import { formatStudentCount } from '../../domains/courses/course-format.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { classNames } from '../../ui/class-names.ts';
import { confirm } from '../../ui/popup.ts';
import { cutText } from '../../ui/text/cut-text.ts';
import { toast } from '../../ui/toast.ts';
import { useFocusAfterRemoval } from '../../ui/use-focus-after-removal.ts';

/** The label of the button quotes at most this many characters of the announcement. */
const maxLabelCharacters = 40;

const shorten = (text: string) =>
  text.length > maxLabelCharacters ? `${cutText(text, maxLabelCharacters)}…` : text;

const WithdrawButton = ({ announcement }: { announcement: Announcement }) => {
  const button = useFocusAfterRemoval<HTMLButtonElement>();
  const noun = announcement.selection ? 'Message' : 'Announcement';
  const restoration = useMutation({
    mutationFn: () => restoreAnnouncement(announcement._id),
    onError: (error) => toast.error(error.message),
    onSuccess: () => {
      insertCachedAnnouncement(announcement);
      toast.success(`${noun} restored.`);
    },
  });
  const withdrawal = useMutation({
    mutationFn: () => withdrawAnnouncement(announcement._id),
    onError: (error) => toast.error(error.message),
    onSuccess: () => {
      removeCachedAnnouncement(announcement._id);
      toast.neutral(`${noun} withdrawn.`, {
        action: { label: 'Undo', onClick: () => restoration.mutate() },
      });
    },
  });
  const confirmAndWithdraw = async () => {
    const isConfirmed = await confirm({
      text: announcement.selection
        ? 'It disappears for everybody. The students may still find it in a download of their data.'
        : 'Nobody will be able to see it.',
      button: 'Yes, withdraw it!',
    });
    if (isConfirmed) withdrawal.mutate();
  };
  return (
    <Button
      ref={button}
      variant="quiet"
      size="small"
      className="-mr-2"
      isWorking={withdrawal.isPending}
      onClick={confirmAndWithdraw}
    >
      {!withdrawal.isPending && <Trash2 className="size-4" />}
      Withdraw
      <span className="sr-only"> “{shorten(announcement.text)}”</span>
    </Button>
  );
};

const Reach = ({ seen, audience }: AnnouncementReach) => (
  <span className="tabular-nums">
    Seen by {seen} of {audience}
  </span>
);

/** One announcement. Its poster also sees how many people have seen it, if the server reports that. */
export const AnnouncementCard = ({
  announcement,
  isUnread,
  reach,
}: {
  announcement: Announcement;
  isUnread: boolean;
  reach: AnnouncementReach | undefined;
}) => {
  const canWithdrawOther = useIsAllowed('announcement.withdrawOther');
  const canWithdrawOwn = useIsAllowed('announcement.withdraw');
  const { text, date, courseName, courseCode, userName, own, selection } = announcement;
  const recipients = selection?.recipients ?? null;
  return (
    <article
      className={classNames(
        'rounded-card border bg-surface p-4 shadow-card',
        isUnread ? 'border-brand' : 'border-hairline',
      )}
    >
      {(isUnread || courseName !== null) && (
        <p className="mb-2 flex flex-wrap gap-2">
          {isUnread && <Chip tone="info">New</Chip>}
          {courseName !== null && (
            <Chip>
              {selection && 'Message about '}
              {courseCode} · {courseName}
            </Chip>
          )}
          {recipients !== null && <Chip>To {formatStudentCount(recipients)}</Chip>}
        </p>
      )}
      <p className="whitespace-pre-line wrap-anywhere">{text}</p>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-3 text-sm text-muted">
        <span>Date: {date}</span>
        <span className="wrap-anywhere">{own ? 'You' : (userName ?? 'Removed user')}</span>
      </div>
      {(own ? canWithdrawOwn : canWithdrawOther) && (
        <div className="mt-1 flex flex-wrap items-center justify-between gap-x-3 text-sm text-muted">
          {reach ? <Reach {...reach} /> : <span />}
          <WithdrawButton announcement={announcement} />
        </div>
      )}
    </article>
  );
};
