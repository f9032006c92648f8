/** `read.bookmarks`: which student bookmarked which course. Written by the projector alone. */
export type BookmarksTable = {
  id: string;
  user_id: string;
  course_id: string;
  bookmarked_at: Date;
  /** Where it was bookmarked: a total order without ties, for lists. */
  bookmarked_position: number;
  /** The last event that changed this row. */
  position: number;
};
