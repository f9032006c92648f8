import { streamId } from '#events/catalogue/stream-id.ts';
import { presentBookmark } from '../../resources/bookmarks/present.ts';
import type { Delivery } from '../announcement.ts';
import { userRoom } from '../rooms.ts';
import { announces } from './announces.ts';

/** To the student alone: GET /bookmarks/{email} gives the same. */
export const courseBookmarked = announces('CourseBookmarked', {
  needs: ({ stream }) => ({ bookmarks: [streamId(stream)] }),
  announce: ({ stream, data }, rows) => {
    const row = rows.bookmarks.get(streamId(stream));
    const deliveries: Delivery[] = row
      ? [{ to: [userRoom(data.userId)], message: { kind: 'bookmark-added', data: presentBookmark(row) } }]
      : [];
    return { subject: stream, withdraws: false, membership: null, deliveries };
  },
});
