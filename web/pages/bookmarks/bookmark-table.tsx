import { useMutation } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Bookmark } from '#contract/bookmarks.ts';
import { removeBookmark } from '../../domains/bookmarks/acts.ts';
import { isPending } from '../../domains/bookmarks/merge.ts';
import { addKind } from '../../domains/bookmarks/unanswered.ts';
import { dropAct } from '../../client/outbox/own-outbox.ts';
import { heldUpAtom } from '../../client/outbox/waiting.ts';
import { paths } from '../../client/paths.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable, type ShownColumn } from '../../ui/data-table/data-table.tsx';
import { PresentOnly } from '../../client/as-of/present-only.tsx';
import { sayFailure } from '../../client/outbox/say-failure.ts';
import { sayIfItWaits } from '../../client/outbox/say-if-it-waits.ts';
import { toast } from '../../ui/toast.ts';
import { useUnanswered, WaitsChip } from '../../client/outbox/waits.tsx';

const Name = ({ bookmark }: { bookmark: Bookmark }) => {
  const { courseId, courseName } = bookmark;
  const heldUp = useAtomValue(heldUpAtom);
  return (
    <>
      <Link
        to={paths.courseDetails(courseId)}
        className="font-medium underline decoration-control underline-offset-4 wrap-anywhere hover:text-brand"
      >
        {courseName}
      </Link>
      {heldUp && isPending(bookmark) && <WaitsChip className="ml-3 align-middle" />}
    </>
  );
};

const columns: ShownColumn<Bookmark>[] = [
  {
    key: 'name',
    heading: 'Course Name',
    text: ({ courseName }) => courseName,
    cell: (bookmark) => <Name bookmark={bookmark} />,
  },
  { key: 'code', heading: 'Course Code', text: ({ courseCode }) => courseCode },
  { key: 'difficulty', heading: 'Difficulty', text: ({ difficulty }) => difficulty },
];

const focusHeading = () => document.querySelector<HTMLElement>('main h1')?.focus();

/** The row is gone at once; the page's heading takes the focus of the button that went with it. */
const useRemoval = () =>
  useMutation({
    mutationFn: removeBookmark,
    onMutate: () => {
      focusHeading();
      sayIfItWaits();
    },
    onError: sayFailure,
    onSuccess: (_, bookmark) => toast.success(`${bookmark.courseName} is no bookmark any more.`),
  });

/** Takes a bookmark away; one that still waits for the line is dropped instead of being sent. */
const RemoveButton = ({ bookmark, onRemove }: { bookmark: Bookmark; onRemove: () => void }) => {
  const { act, waits } = useUnanswered(addKind, bookmark.courseId);
  const pending = isPending(bookmark);
  const remove = () => {
    if (!pending) return onRemove();
    if (act) void dropAct(act.key);
    focusHeading();
  };
  return (
    <PresentOnly>
      <Button look="second" size="small" working={pending && !waits} onClick={remove}>
        <Trash2 className="size-4 text-bad" aria-hidden="true" />
        Remove <span className="sr-only">{bookmark.courseName}</span>
      </Button>
    </PresentOnly>
  );
};

/** The bookmarks, with a button that takes one away at once, and brings it back when the server refuses. */
export const BookmarkTable = ({ bookmarks, empty }: { bookmarks: readonly Bookmark[]; empty: ReactNode }) => {
  const { mutate } = useRemoval();
  return (
    <DataTable
      caption="Bookmarked Courses"
      rows={bookmarks}
      columns={columns}
      keyOf={({ courseId }) => courseId}
      filter=""
      fileName="bookmarks"
      empty={empty}
      actions={(bookmark) => <RemoveButton bookmark={bookmark} onRemove={() => mutate(bookmark)} />}
    />
  );
};
