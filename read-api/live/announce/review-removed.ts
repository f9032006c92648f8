import { streamId } from '#events/catalogue/stream-id.ts';
import { announces } from './announces.ts';

export const reviewRemoved = announces('ReviewRemoved', {
  needs: () => ({}),
  announce: ({ stream, data }) => ({
    subject: stream,
    withdraws: true,
    membership: null,
    deliveries: [
      {
        to: ['everyone'],
        message: { kind: 'review-removed', data: { _id: streamId(stream), catalogueId: data.courseId } },
      },
    ],
  }),
});
