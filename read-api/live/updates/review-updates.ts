import { streamId } from '#events/catalogue/stream-id.ts';
import { presentReview, type ReviewViewer } from '../../resources/reviews/present.ts';
import { type Room, userRoom } from '../rooms.ts';
import { defineLiveUpdate, type RequiredRows } from './define-live-update.ts';
import type { Delivery, LiveUpdateContent } from './live-update.ts';
import type { LiveUpdateRows } from './live-update-rows.ts';

type ReviewEvent = { stream: string; data: { userId: string } };

/**
 * Sends everybody the review as GET /reviews shows it to them: only its author and Admins see the whole e-mail address, and
 * only the author gets it marked as their own. If the course is removed, only the author can read the review.
 */
const showReview = (kind: 'review-added' | 'review-changed') => ({
  requiredRows: ({ stream }: ReviewEvent): RequiredRows => ({ reviews: [streamId(stream)] }),
  create: ({ stream, data }: ReviewEvent, rows: LiveUpdateRows): LiveUpdateContent => {
    const row = rows.reviews.get(streamId(stream));
    if (!row) return { subject: stream, deliveries: [] };
    const deliver = (to: Room, viewer: ReviewViewer): Delivery => ({
      to: [to],
      message: { kind, data: presentReview(row, viewer) },
    });
    const toAuthor = deliver(userRoom(data.userId), 'author');
    const toOthers = [deliver('role:Admin', 'admin'), deliver('everyone', 'other')];
    return { subject: stream, deliveries: row.withdrawn ? [toAuthor] : [toAuthor, ...toOthers] };
  },
});

export const reviewUpdates = [
  defineLiveUpdate('ReviewSubmitted', showReview('review-added')),
  defineLiveUpdate('ReviewRevised', showReview('review-changed')),
  defineLiveUpdate('ReviewRestored', showReview('review-added')),
  defineLiveUpdate('ReviewRemoved', {
    requiredRows: () => ({}),
    create: ({ stream, data }) => ({
      subject: stream,
      isRemoval: true,
      deliveries: [
        {
          to: ['everyone'],
          message: { kind: 'review-removed', data: { _id: streamId(stream), catalogueId: data.courseId } },
        },
      ],
    }),
  }),
];
