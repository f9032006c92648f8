import { useBookmarks } from '../../domains/bookmarks/bookmarks.ts';
import { paths } from '../../client/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../client/api/error-state.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { BookmarkTable } from './bookmark-table.tsx';

const None = () => (
  <EmptyState
    sentence="You have no bookmarks yet."
    detail="Press Bookmark on a course that you want to find again."
    action={<ButtonLink to={paths.allCourses}>Show All Courses</ButtonLink>}
  />
);

/** The courses that a student wants to find again. */
export default function BookmarksPage() {
  const { data, error, isFetching, refetch } = useBookmarks();
  return (
    <Page>
      <PageHeading
        title="Bookmarked Courses"
        subtitle="The courses that you want to find again."
        className="mb-10"
      />
      {data ? (
        <BookmarkTable bookmarks={data} empty={<None />} />
      ) : error ? (
        <ErrorState
          title="The bookmarks could not be loaded"
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <div role="status">
          <span className="sr-only">Loading the bookmarks</span>
          <Skeleton className="h-56" />
        </div>
      )}
    </Page>
  );
}
