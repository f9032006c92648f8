import { streamId } from '#events/catalogue/stream-id.ts';
import { userRoom } from '../rooms.ts';
import { announces } from './announces.ts';

export const noteRemoved = announces('NoteRemoved', {
  needs: () => ({}),
  announce: ({ stream, data }) => ({
    subject: stream,
    withdraws: true,
    membership: null,
    deliveries: [
      { to: [userRoom(data.userId)], message: { kind: 'note-removed', data: { _id: streamId(stream) } } },
    ],
  }),
});
