import { needsReview, tellReview } from './about-review.ts';
import { announces } from './announces.ts';

export const reviewSubmitted = announces('ReviewSubmitted', {
  needs: needsReview,
  announce: tellReview('review-added'),
});
