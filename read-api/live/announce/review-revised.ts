import { needsReview, tellReview } from './about-review.ts';
import { announces } from './announces.ts';

export const reviewRevised = announces('ReviewRevised', {
  needs: needsReview,
  announce: tellReview('review-changed'),
});
