import { useMutation } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Bookmark } from '#events/contract/bookmarks.ts';
import { removeBookmark } from '../../lib/bookmarks/acts.ts';
import { changeBookmarks } from '../../lib/bookmarks/bookmarks.ts';
import { isPending, putBack } from '../../lib/bookmarks/merge.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable, type ShownColumn } from '../../ui/data-table/data-table.tsx';
import { sayIfItWaits } from '../../ui/say-if-it-waits.ts';
import { toast } from '../../ui/toast.ts';

const columns: ShownColumn<Bookmark>[] = [
  {
    key: 'name',
    heading: 'Course Name',
    text: ({ courseName }) => courseName,
    cell: ({ courseId, courseName }) => (
      <Link
        to={paths.courseDetails(courseId)}
        className="font-medium underline decoration-control underline-offset-4 wrap-anywhere hover:text-brand"
      >
        {courseName}
      </Link>
    ),
  },
  { key: 'code', heading: 'Course Code', text: ({ courseCode }) => courseCode },
  { key: 'difficulty', heading: 'Difficulty', text: ({ difficulty }) => difficulty },
];

/** The row is gone at once; the page's heading takes the focus of the button that went with it. */
const useRemoval = () =>
  useMutation({
    mutationFn: removeBookmark,
    onMutate: (bookmark) => {
      changeBookmarks((list) => list.filter(({ _id }) => _id !== bookmark._id));
      document.querySelector<HTMLElement>('main h1')?.focus();
      sayIfItWaits();
    },
    onError: (error, bookmark) => {
      changeBookmarks((list) => putBack(list, bookmark));
      toast.error(error.message);
    },
    onSuccess: (_, bookmark) => toast.success(`${bookmark.courseName} is no bookmark any more.`),
  });

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
      actions={(bookmark) => (
        <Button look="second" size="small" working={isPending(bookmark)} onClick={() => mutate(bookmark)}>
          <Trash2 className="size-4 text-bad" aria-hidden="true" />
          Remove <span className="sr-only">{bookmark.courseName}</span>
        </Button>
      )}
    />
  );
};
