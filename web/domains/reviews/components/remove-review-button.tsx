import { useMutation } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import type { Review } from '#contract/reviews.ts';
import { useMayDo } from '../../../client/as-of/may-do.ts';
import { removeReview, restoreReview, submitAgain } from '../acts.ts';
import { dropReview, fetchReviewsAgain } from '../reviews.ts';
import { Button } from '../../../ui/button.tsx';
import { confirm, tell } from '../../../ui/popup.ts';
import { toast } from '../../../ui/toast.ts';

/**
 * Removes a review after asking: one's own, or, as an Admin, anybody's. It leaves the lists only once the server has said
 * that it removed one. Shown to those who may.
 * @param onChanged called when it has left the lists, and when it was brought back, with its id then.
 */
export const RemoveReviewButton = ({
  review,
  onChanged,
}: {
  review: Review;
  onChanged: (broughtBack?: string) => void;
}) => {
  const canUndo = useMayDo(review.own ? 'review.write' : 'review.restore');
  const mayRemoveOther = useMayDo('review.removeOther');
  const mayRemoveOwn = useMayDo('review.remove') && review.own;
  const restoration = useMutation({
    // What a person took back is theirs to write again; nobody else brings it back.
    mutationFn: async (): Promise<void> => {
      await (review.own ? submitAgain(review) : restoreReview(review));
    },
    onError: (error) => toast.error(error.message),
    onSuccess: async () => {
      toast.success('The review is back.');
      await fetchReviewsAgain();
      onChanged(review._id);
    },
  });
  const removal = useMutation({
    mutationFn: () => removeReview(review),
    onError: (error) => toast.error(error.message),
    onSuccess: async ({ deletedCount }) => {
      if (deletedCount === 0) {
        toast.blank('This review had been removed already.');
        await fetchReviewsAgain();
        return;
      }
      dropReview(review._id);
      onChanged();
      await tell({ tone: 'success', title: 'Deleted!', text: 'The review has been deleted.' });
      toast.blank(
        'The review was removed.',
        canUndo ? { action: { label: 'Undo', onClick: () => restoration.mutate() } } : {},
      );
    },
  });
  if (!mayRemoveOther && !mayRemoveOwn) return null;
  const ask = async () => {
    if (await confirm()) removal.mutate();
  };
  return (
    <Button look="second" size="small" className="self-start" working={removal.isPending} onClick={ask}>
      {!removal.isPending && <Trash2 className="size-4 text-bad" aria-hidden="true" />}
      Delete
      <span className="sr-only"> the review by {review.userName}</span>
    </Button>
  );
};
