import { endpoints } from '#contract/endpoints.ts';
import { bookmarkIdOf } from '#platform/identity/record-ids.ts';
import { bookmarkById } from '../../aggregates/bookmark.ts';
import { courseById } from '../../aggregates/course.ts';
import { requireOwnEmail } from '../../authorization.ts';
import { type CommandHandler, createCommandHandler } from '../../command-handler/command-handler.ts';
import { bookmarkCourse, removeBookmark } from './decide.ts';

export const bookmarkHandlers: readonly CommandHandler[] = [
  createCommandHandler(endpoints.addBookmark, {
    writes: ({ identity, body }) => ({
      bookmark: bookmarkById(bookmarkIdOf(identity.userId, body.courseId)),
    }),
    reads: ({ body }) => ({ course: courseById(body.courseId) }),
    decide: ({ ownEmails, actor, body: { bookmarkedEmail, courseId } }, states) => {
      requireOwnEmail(ownEmails, bookmarkedEmail);
      return bookmarkCourse({ id: bookmarkIdOf(actor.id, courseId), userId: actor.id, courseId }, states);
    },
  }),
  createCommandHandler(endpoints.removeBookmark, {
    writes: ({ params }) => ({ bookmark: bookmarkById(params.id) }),
    decide: ({ actor }, { bookmark }) => removeBookmark(actor, bookmark),
  }),
];
