import { useMutation } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import type { Review } from '#contract/schemas/reviews.ts';
import { useIsAllowed } from '../../../client/as-of.tsx';
import { Button } from '../../../ui/button.tsx';
import { confirm, showMessage } from '../../../ui/popup.ts';
import { toast } from '../../../ui/toast.ts';
import { removeReview, restoreReview, resubmitReview } from '../review-actions.ts';
import { refetchReviews, removeCachedReview } from '../review-live.ts';

/**
 * A button that removes a review after a confirmation. Shown to the author and to Admins. The review stays in the lists until the server
 * has removed it.
 * @param onChanged called without an argument after the removal, and with the id of the restored review after an undo.
 */
export const RemoveReviewButton = ({
  review,
  onChanged,
}: {
  review: Review;
  onChanged: (restoredId?: string) => void;
}) => {
  const canUndo = useIsAllowed(review.own ? 'review.write' : 'review.restore');
  const canRemoveOther = useIsAllowed('review.removeOther');
  const canRemoveOwn = useIsAllowed('review.remove') && review.own;
  const restoration = useMutation({
    // The server restores only what an Admin removed. Authors submit their own review again.
    mutationFn: async (): Promise<void> => {
      await (review.own ? resubmitReview(review) : restoreReview(review));
    },
    onError: (error) => toast.error(error.message),
    onSuccess: async () => {
      toast.success('Review restored.');
      await refetchReviews();
      onChanged(review._id);
    },
  });
  const removal = useMutation({
    mutationFn: () => removeReview(review),
    onError: (error) => toast.error(error.message),
    onSuccess: async ({ deletedCount }) => {
      if (deletedCount === 0) {
        toast.neutral('This review was already deleted.');
        await refetchReviews();
        return;
      }
      removeCachedReview(review._id);
      onChanged();
      await showMessage({ tone: 'good', title: 'Deleted!', text: 'The review has been deleted.' });
      toast.neutral(
        'Review deleted.',
        canUndo ? { action: { label: 'Undo', onClick: () => restoration.mutate() } } : {},
      );
    },
  });
  if (!canRemoveOther && !canRemoveOwn) return null;
  const confirmAndRemove = async () => {
    if (await confirm()) removal.mutate();
  };
  return (
    <Button
      variant="secondary"
      size="small"
      className="self-start"
      isWorking={removal.isPending}
      onClick={confirmAndRemove}
    >
      {!removal.isPending && <Trash2 className="size-4 text-bad" />}
      Delete
      <span className="sr-only"> the review by {review.userName}</span>
    </Button>
  );
};
