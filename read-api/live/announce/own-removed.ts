import { streamId } from '#events/catalogue/stream-id.ts';
import { userRoom } from '../rooms.ts';

/** A record of a person is no longer there: nobody but they are told. @param kind of the message. */
export const ownRemoved = (kind: 'bookmark-removed' | 'enrolment-removed' | 'note-removed') => ({
  needs: () => ({}),
  announce: ({ stream, data }: { stream: string; data: { userId: string } }) => ({
    subject: stream,
    withdraws: true,
    membership: null,
    deliveries: [{ to: [userRoom(data.userId)], message: { kind, data: { _id: streamId(stream) } } }],
  }),
});
