import { useMutation } from '@tanstack/react-query';
import { ArrowUp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { seeUpTo } from '../../domains/announcements/acts.ts';
import { fetchOlder, useReach } from '../../domains/announcements/announcements.ts';
import type { Announcements, Seen } from '../../domains/announcements/merge.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { toast } from '../../ui/toast.ts';
import { Board } from './board.tsx';
import { posterRoles } from './columns.ts';
import { useHeldBack } from './fresh.ts';

const Pill = ({ waiting, onShow }: { waiting: number; onShow: () => void }) => (
  <div role="status" className="sticky top-20 z-10 flex justify-center empty:hidden">
    {waiting > 0 && (
      <Button size="small" className="rounded-full shadow-card" onClick={onShow}>
        <ArrowUp className="size-4" aria-hidden="true" />
        {waiting} new {waiting === 1 ? 'announcement' : 'announcements'} · Show
      </Button>
    )}
  </div>
);

const Older = ({ cursor }: { cursor: string }) => {
  const older = useMutation({
    mutationFn: () => fetchOlder(cursor),
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

const noCourses: Seen['joined'] = {};

/**
 * All that was announced. What was unread when the page was opened stays marked while it is looked at; that it has been
 * seen is said as soon as it is shown.
 * @param props.seen null when it could not be found out: then nothing is marked.
 */
export const AnnouncementBoards = ({
  announcements,
  seen,
}: {
  announcements: Announcements;
  seen: Seen | null;
}) => {
  const joined = seen?.joined ?? noCourses;
  const { shown, waiting, seenUpTo: shownUpTo, show } = useHeldBack(announcements.list, joined);
  const [before] = useState(seen);
  const marks = before && { upTo: before.upTo, joined };
  const reach = useReach(shown.some(({ own }) => own));
  const said = useRef(seen?.upTo ?? 0);
  useEffect(() => {
    if (shownUpTo <= said.current) return;
    said.current = shownUpTo;
    seeUpTo(shownUpTo);
  }, [shownUpTo]);
  return (
    <>
      <Pill waiting={waiting} onShow={show} />
      {shown.length === 0 ? (
        <EmptyState sentence="No announcements found." />
      ) : (
        <div className="space-y-14">
          {posterRoles.map((role) => (
            <Board key={role} role={role} list={shown} seen={marks} reach={reach} />
          ))}
        </div>
      )}
      {announcements.next !== null && <Older cursor={announcements.next} />}
    </>
  );
};
