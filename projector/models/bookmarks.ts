import { streamId } from '#events/catalogue/stream-id.ts';
import type { BookmarksTable } from '#platform/read-tables/bookmarks.ts';
import type { Evolutions } from '../projection/fold-rows.ts';
import { createRecordProjection } from '../projection/record-projection.ts';

const bookmarkEvolutions: Evolutions<BookmarksTable> = {
  CourseBookmarked: (_, event) => ({
    id: streamId(event.stream),
    user_id: event.data.userId,
    course_id: event.data.courseId,
    bookmarked_at: event.recordedAt,
    bookmarked_position: event.position,
    position: event.position,
  }),
  BookmarkRemoved: () => null,
};

/** Read model `bookmarks`: the courses that students have bookmarked. */
export const bookmarks = createRecordProjection<BookmarksTable>({
  model: 'bookmarks',
  table: 'bookmarks',
  columns: {
    id: true,
    user_id: true,
    course_id: true,
    bookmarked_at: true,
    bookmarked_position: true,
    position: true,
  },
  evolutions: bookmarkEvolutions,
  ownerColumn: 'user_id',
});
