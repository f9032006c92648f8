import { ErrorState } from '../../client/api/error-state.tsx';
import { paths } from '../../client/paths.ts';
import { useBookmarks } from '../../domains/bookmarks/bookmark-queries.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { BookmarkTable } from './bookmark-table.tsx';

const NoBookmarks = () => (
  <EmptyState
    sentence="No bookmarks yet."
    detail="Bookmark a course to find it here."
    action={<ButtonLink to={paths.allCourses}>Show All Courses</ButtonLink>}
  />
);

export default function BookmarksPage() {
  const { data, error, isFetching, refetch } = useBookmarks();
  return (
    <Page>
      <PageHeading title="Bookmarked Courses" subtitle="Courses you saved for later." className="mb-10" />
      {data ? (
        <BookmarkTable bookmarks={data} empty={<NoBookmarks />} />
      ) : error ? (
        <ErrorState
          title="The bookmarks could not be loaded"
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
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
