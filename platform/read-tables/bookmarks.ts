/** `read.bookmarks`. */
export type BookmarksTable = {
  id: string;
  user_id: string;
  course_id: string;
  bookmarked_at: Date;
  /** The position of the bookmark: a total order for lists. */
  bookmarked_position: number;
  /** The position of the last event that changed this row. */
  position: number;
};
