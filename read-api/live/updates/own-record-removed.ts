import { streamId } from '#events/catalogue/stream-id.ts';
import { userRoom } from '../rooms.ts';

/** The removal of a record that only its user can see. */
export const ownRecordRemoved = (kind: 'bookmark-removed' | 'enrolment-removed' | 'note-removed') => ({
  requiredRows: () => ({}),
  create: ({ stream, data }: { stream: string; data: { userId: string } }) => ({
    subject: stream,
    isRemoval: true,
    deliveries: [{ to: [userRoom(data.userId)], message: { kind, data: { _id: streamId(stream) } } }],
  }),
});
