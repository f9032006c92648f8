import { streamId } from '#events/catalogue/stream-id.ts';
import { presentReview } from '../../resources/reviews/present.ts';
import type { Announcement, Delivery } from '../announcement.ts';
import { userRoom } from '../rooms.ts';
import type { Needs } from './announces.ts';
import type { Rows } from './rows.ts';

/** An event of a review; each names its author. */
type OfReview = { stream: string; data: { userId: string } };

/** A review is told about with its row. */
export const needsReview = (event: OfReview): Needs => ({ reviews: [streamId(event.stream)] });

/** The review to everybody, to each as they may read it: GET /reviews gives them the same. */
export const tellReview =
  (kind: 'review-added' | 'review-changed') =>
  (event: OfReview, rows: Rows): Omit<Announcement, 'position'> => {
    const { userId } = event.data;
    const row = rows.reviews.get(streamId(event.stream));
    const deliveries: Delivery[] = row
      ? [
          { to: [userRoom(userId)], message: { kind, data: presentReview(row, 'author') } },
          { to: ['role:Admin'], message: { kind, data: presentReview(row, 'admin') } },
          { to: ['everyone'], message: { kind, data: presentReview(row, 'other') } },
        ]
      : [];
    return {
      subject: event.stream,
      withdraws: false,
      membership: null,
      deliveries,
    };
  };
