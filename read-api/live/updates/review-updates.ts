import { streamId } from '#events/catalogue/stream-id.ts';
import { presentReview } from '../../resources/reviews/present.ts';
import { userRoom } from '../rooms.ts';
import { defineLiveUpdate, type RequiredRows } from './define-live-update.ts';
import type { LiveUpdateContent } from './live-update.ts';
import type { LiveUpdateRows } from './live-update-rows.ts';

type ReviewEvent = { stream: string; data: { userId: string } };

/** Sends everybody the review as GET /reviews shows it to them: its author, Admins and others see different fields. */
const showReview = (kind: 'review-added' | 'review-changed') => ({
  requiredRows: ({ stream }: ReviewEvent): RequiredRows => ({ reviews: [streamId(stream)] }),
  create: ({ stream, data }: ReviewEvent, rows: LiveUpdateRows): LiveUpdateContent => {
    const row = rows.reviews.get(streamId(stream));
    return {
      subject: stream,
      deliveries: row
        ? [
            { to: [userRoom(data.userId)], message: { kind, data: presentReview(row, 'author') } },
            { to: ['role:Admin'], message: { kind, data: presentReview(row, 'admin') } },
            { to: ['everyone'], message: { kind, data: presentReview(row, 'other') } },
          ]
        : [],
    };
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
