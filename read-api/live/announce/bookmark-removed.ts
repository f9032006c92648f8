import { streamId } from '#events/catalogue/stream-id.ts';
import { userRoom } from '../rooms.ts';
import { announces } from './announces.ts';

export const bookmarkRemoved = announces('BookmarkRemoved', {
  needs: () => ({}),
  announce: ({ stream, data }) => ({
    subject: stream,
    withdraws: true,
    membership: null,
    deliveries: [
      {
        to: [userRoom(data.userId)],
        message: { kind: 'bookmark-removed', data: { _id: streamId(stream) } },
      },
    ],
  }),
});
