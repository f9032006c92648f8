import { QueryView } from '../../client/api/query-view.tsx';
import { paths } from '../../client/paths.ts';
import { useBookmarks } from '../../domains/bookmarks/bookmark-queries.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { BookmarkTable } from './bookmark-table.tsx';

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
