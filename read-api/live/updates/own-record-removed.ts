import { streamId } from '#events/catalogue/stream-id.ts';
import { userRoom } from '../rooms.ts';

/** Sends the removal of a record to its owner, who is the only user to receive live updates about the record. */
export const ownRecordRemoved = (kind: 'bookmark-removed' | 'enrolment-removed' | 'note-removed') => ({
  requiredRows: () => ({}),
  create: ({ stream, data }: { stream: string; data: { userId: string } }) => ({
    subject: stream,
    isRemoval: true,
    deliveries: [{ to: [userRoom(data.userId)], message: { kind, data: { _id: streamId(stream) } } }],
  }),
});
