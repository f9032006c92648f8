import type { DeleteAnswer, InsertAnswer } from '#contract/schemas/command-results.ts';
import { deleted, inserted } from '#contract/schemas/command-results.ts';
import type { BookmarkEvent } from '#events/catalogue/streams/bookmark.ts';
import type { BookmarkState } from '../../aggregates/bookmark.ts';
import type { CourseState } from '../../aggregates/course.ts';
import { type Actor, isOwn } from '../../authorization.ts';
import type { StreamDecision } from '../../command-handler/decision.ts';
import { requireListed } from '../courses/course-rules.ts';

/**
 * Bookmarks a course in the catalogue. For a course that is already bookmarked, the answer is the same, even if it has been removed since.
 * @throws `no-such-course`, `course-withdrawn`.
 */
export const bookmarkCourse = (
  command: { id: string; userId: string; courseId: string },
  states: { bookmark: BookmarkState; course: CourseState },
): StreamDecision<BookmarkEvent, InsertAnswer> => {
  const { id, userId, courseId } = command;
  const answer = inserted(id);
  if (states.bookmark.status === 'set') return { events: [], answer };
  requireListed(states.course);
  return { events: [{ type: 'CourseBookmarked', data: { userId, courseId } }], answer };
};

/** Removes a bookmark of the actor. Bookmarks of other users are treated as unknown. */
export const removeBookmark = (
  actor: Pick<Actor, 'id'>,
  state: BookmarkState,
): StreamDecision<BookmarkEvent, DeleteAnswer> => {
  if (!isOwn(actor, state) || state.status === 'removed') return { events: [], answer: deleted(0) };
  const { userId, courseId } = state;
  return { events: [{ type: 'BookmarkRemoved', data: { userId, courseId } }], answer: deleted(1) };
};
