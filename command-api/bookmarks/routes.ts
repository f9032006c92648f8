import { calls } from '#contract/calls.ts';
import { bookmarkIdOf } from '#platform/identity/ids.ts';
import { requireOwnEmail } from '../actor/own.ts';
import { type CommandCall, permittedCommand } from '../calls/command-call.ts';
import { courseOf } from '../courses/decide.ts';
import { bookmarkCourse, bookmarkOf, removeBookmark } from './decide.ts';

export const bookmarkCommands: readonly CommandCall[] = [
  permittedCommand(
    calls.addBookmark,
    ({ identity, body }) => ({
      bookmark: bookmarkOf(bookmarkIdOf(identity.userId, body.courseId)),
      course: { ...courseOf(body.courseId), readOnly: true },
    }),
    ({ identity, actor, body }, states) => {
      requireOwnEmail(identity, body.bookmarkedEmail);
      const { courseId } = body;
      const command = { id: bookmarkIdOf(actor.id, courseId), userId: actor.id, courseId };
      const { events, answer } = bookmarkCourse(command, states);
      return { events: { bookmark: events }, answer };
    },
  ),
  permittedCommand(
    calls.removeBookmark,
    ({ params }) => ({ bookmark: bookmarkOf(params.id) }),
    ({ actor }, { bookmark }) => {
      const { events, answer } = removeBookmark(actor, bookmark);
      return { events: { bookmark: events }, answer };
    },
  ),
];
