import { useMutation } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import type { Announcement, AnnouncementReach } from '#contract/announcements.ts';
import { restoreAnnouncement, withdrawAnnouncement } from '../../domains/announcements/acts.ts';
import { changeAnnouncements } from '../../domains/announcements/announcements.ts';
import { withAnnouncement } from '../../domains/announcements/merge.ts';
import { useMayDo } from '../../client/as-of/may-do.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { classNames } from '../../ui/class-names.ts';
import { confirm } from '../../ui/popup.ts';
import { toast } from '../../ui/toast.ts';

const beginningOf = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

const WithdrawButton = ({ announcement }: { announcement: Announcement }) => {
  const restoration = useMutation({
    mutationFn: () => restoreAnnouncement(announcement._id),
    onError: (error) => toast.error(error.message),
    onSuccess: () => {
      changeAnnouncements((known) => ({ ...known, list: withAnnouncement(known.list, announcement) }));
      toast.success('The announcement is back.');
    },
  });
  const withdrawal = useMutation({
    mutationFn: () => withdrawAnnouncement(announcement._id),
    onError: (error) => toast.error(error.message),
    onSuccess: () => {
      changeAnnouncements((known) => ({
        ...known,
        list: known.list.filter(({ _id }) => _id !== announcement._id),
      }));
      toast.blank('The announcement was withdrawn.', {
        action: { label: 'Undo', onClick: () => restoration.mutate() },
      });
    },
  });
  const ask = async () => {
    const yes = await confirm({
      text: 'It leaves everybody’s list.',
      button: 'Yes, withdraw it!',
    });
    if (yes) withdrawal.mutate();
  };
  return (
    <Button look="quiet" size="small" className="-mr-2" working={withdrawal.isPending} onClick={ask}>
      {!withdrawal.isPending && <Trash2 className="size-4" aria-hidden="true" />}
      Withdraw
      <span className="sr-only"> “{beginningOf(announcement.text)}”</span>
    </Button>
  );
};

const Reach = ({ seen, audience }: AnnouncementReach) => (
  <span className="tabular-nums">
    Seen by {seen} of {audience}
  </span>
);

/** One announcement: its words, its day, for whom; to its poster how far it came. */
export const Entry = ({
  announcement,
  unread,
  reach,
}: {
  announcement: Announcement;
  unread: boolean;
  reach: AnnouncementReach | undefined;
}) => {
  const mayWithdrawOther = useMayDo('announcement.withdrawOther');
  const mayWithdrawOwn = useMayDo('announcement.withdraw');
  const { text, date, courseName, courseCode, userName, own } = announcement;
  return (
    <article
      className={classNames(
        'rounded-card border bg-surface p-4 shadow-card',
        unread ? 'border-brand' : 'border-hairline',
      )}
    >
      {(unread || courseName !== null) && (
        <p className="mb-2 flex flex-wrap gap-2">
          {unread && <Chip tone="info">New</Chip>}
          {courseName !== null && (
            <Chip>
              {courseCode} · {courseName}
            </Chip>
          )}
        </p>
      )}
      <p className="whitespace-pre-line wrap-anywhere">{text}</p>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-3 text-sm text-muted">
        <span>Date: {date}</span>
        <span className="wrap-anywhere">{own ? 'You' : (userName ?? 'A removed person')}</span>
      </div>
      {(own ? mayWithdrawOwn : mayWithdrawOther) && (
        <div className="mt-1 flex flex-wrap items-center justify-between gap-x-3 text-sm text-muted">
          {reach ? <Reach {...reach} /> : <span />}
          <WithdrawButton announcement={announcement} />
        </div>
      )}
    </article>
  );
};
