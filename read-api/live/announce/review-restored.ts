import { needsReview, tellReview } from './about-review.ts';
import { announces } from './announces.ts';

export const reviewRestored = announces('ReviewRestored', {
  needs: needsReview,
  announce: tellReview('review-added'),
});
