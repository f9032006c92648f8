import { streamId } from '#events/catalogue/stream-id.ts';
import { presentBookmark } from '../../resources/bookmarks/present.ts';
import { userRoom } from '../rooms.ts';
import { defineLiveUpdate } from './define-live-update.ts';
import { ownRecordRemoved } from './own-record-removed.ts';

/** Only the student receives updates about their bookmarks, as GET /bookmarks/{email} shows them. */
export const bookmarkUpdates = [
  defineLiveUpdate('CourseBookmarked', {
    requiredRows: ({ stream }) => ({ bookmarks: [streamId(stream)] }),
    create: ({ stream, data }, rows) => {
      const row = rows.bookmarks.get(streamId(stream));
      return {
        subject: stream,
        deliveries: row
          ? [{ to: [userRoom(data.userId)], message: { kind: 'bookmark-added', data: presentBookmark(row) } }]
          : [],
      };
    },
  }),
  defineLiveUpdate('BookmarkRemoved', ownRecordRemoved('bookmark-removed')),
];
