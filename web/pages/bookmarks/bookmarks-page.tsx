import { useAtomValue } from 'jotai';
import { Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Bookmark } from '#contract/schemas/bookmarks.ts';
import { QueryView } from '../../client/api/query-view.tsx';
import { HiddenInAsOfView } from '../../client/as-of.tsx';
import { isSendingBlockedAtom } from '../../client/outbox/outbox-atoms.ts';
import { PendingChip, usePendingAction } from '../../client/outbox/pending-marks.tsx';
import { paths } from '../../client/paths.ts';
import { isPendingBookmark } from '../../domains/bookmarks/bookmark-live.ts';
import { useBookmarks } from '../../domains/bookmarks/bookmark-queries.ts';
import { addBookmarkKind } from '../../domains/bookmarks/pending-bookmarks.ts';
import { useRemoveBookmark } from '../../domains/bookmarks/use-remove-bookmark.ts';
import { compareDifficulties } from '../../domains/courses/difficulty.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { DataTableColumn } from '../../ui/data-table/table-props.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { focusPageHeading } from '../../ui/page-heading-focus.ts';
import { createRepeatGuard, doubleClickMs } from '../../ui/repeat-guard.ts';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';

const CourseName = ({ bookmark }: { bookmark: Bookmark }) => {
  const { courseId, courseName } = bookmark;
  const isSendingBlocked = useAtomValue(isSendingBlockedAtom);
  return (
    <>
      <Link
        to={paths.courseDetails(courseId)}
        className="font-medium underline decoration-control underline-offset-4 wrap-anywhere hover:text-brand"
      >
        {courseName}
      </Link>
      {isSendingBlocked && isPendingBookmark(bookmark) && <PendingChip className="ml-3 align-middle" />}
    </>
  );
};

const columns: DataTableColumn<Bookmark>[] = [
  {
    key: 'name',
    heading: 'Course Name',
    getText: ({ courseName }) => courseName,
    cell: (bookmark) => <CourseName bookmark={bookmark} />,
  },
  { key: 'code', heading: 'Course Code', getText: ({ courseCode }) => courseCode },
  {
    key: 'difficulty',
    heading: 'Difficulty',
    getText: ({ difficulty }) => difficulty,
    compare: compareDifficulties,
    orderNames: { ascending: 'easiest first', descending: 'most difficult first' },
  },
];

const RemoveButton = ({ bookmark, onRemove }: { bookmark: Bookmark; onRemove: () => void }) => {
  const { isBlocked } = usePendingAction(addBookmarkKind, bookmark.courseId);
  return (
    <HiddenInAsOfView>
      <Button
        variant="secondary"
        size="small"
        isWorking={isPendingBookmark(bookmark) && !isBlocked}
        onClick={onRemove}
      >
        <Trash2 className="size-4 text-bad" />
        Remove <span className="sr-only">{bookmark.courseName}</span>
      </Button>
    </HiddenInAsOfView>
  );
};

/** The bookmarks. A removed bookmark disappears at once, and comes back if the server refuses the removal. */
const BookmarkTable = ({ bookmarks, empty }: { bookmarks: readonly Bookmark[]; empty: ReactNode }) => {
  const remove = useRemoveBookmark();
  const [guard] = useState(() => createRepeatGuard(doubleClickMs));
  const removeOnce = (bookmark: Bookmark) =>
    guard(() => {
      // The row disappears at once, so the focus moves from its button to the heading of the page.
      focusPageHeading({ preventScroll: true });
      remove(bookmark);
    });
  return (
    <DataTable
      caption="Bookmarked Courses"
      rows={bookmarks}
      columns={columns}
      getKey={({ courseId }) => courseId}
      fileName="bookmarks"
      empty={empty}
      actions={(bookmark) => <RemoveButton bookmark={bookmark} onRemove={() => void removeOnce(bookmark)} />}
    />
  );
};

const NoBookmarks = () => (
  <EmptyState
    sentence="No bookmarks yet."
    detail="Bookmark a course to find it here."
    action={<ButtonLink to={paths.allCourses}>Show All Courses</ButtonLink>}
  />
);

export default function BookmarksPage() {
  return (
    <Page>
      <PageHeading title="Bookmarked Courses" subtitle="Courses you saved for later." className="mb-10" />
      <QueryView
        query={useBookmarks()}
        title="The bookmarks could not be loaded"
        loading={
          <Loading label="Loading the bookmarks">
            <Skeleton className="h-56" />
          </Loading>
        }
      >
        {(bookmarks) => <BookmarkTable bookmarks={bookmarks} empty={<NoBookmarks />} />}
      </QueryView>
    </Page>
  );
}
