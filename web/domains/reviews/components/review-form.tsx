import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod/mini';
import type { EnrolledCourse } from '#contract/schemas/enrolments.ts';
import { newReview, type Review } from '#contract/schemas/reviews.ts';
import { FormError, RequestId } from '../../../client/api/form-error.tsx';
import { setFieldErrors } from '../../../client/api/set-field-errors.ts';
import { pendingActionsAtom } from '../../../client/outbox/outbox-atoms.ts';
import { omitDiscarded } from '../../../client/outbox/outbox-messages.ts';
import { showOfflineNotice } from '../../../client/outbox/outbox-toasts.ts';
import { PendingChip, usePendingAction } from '../../../client/outbox/pending-marks.tsx';
import { Button } from '../../../ui/button.tsx';
import { Input, Textarea } from '../../../ui/field.tsx';
import { showMessage } from '../../../ui/popup.ts';
import { type ReviewContent, readPendingReview, reviewKind, submitReview } from '../review-actions.ts';
import { refetchReviews } from '../review-live.ts';
import { StarInput } from './stars.tsx';

const fields = z.pick(newReview, { rating: true, comment: true });
type FormValues = z.input<typeof fields>;

/**
 * The form for the student's own review of a course. It starts with the existing review, if there is one. Changes in
 * other tabs or on other devices do not replace what the student is typing.
 * @param review the existing review, or null.
 */
export const ReviewForm = ({ enrolment, review }: { enrolment: EnrolledCourse; review: Review | null }) => {
  // Unlike `usePendingAction`, this also finds a review that was set aside, because the form shows its text and problem.
  const pending = useAtomValue(pendingActionsAtom).find(
    ({ kind, about }) => kind === reviewKind && about === enrolment._id,
  );
  const { isBlocked } = usePendingAction(reviewKind, enrolment._id);
  const saved = readPendingReview(pending) ?? review;
  const savedRating = saved ? String(saved.rating) : '';
  const savedComment = saved?.comment ?? '';
  const sending = useMutation({
    mutationFn: (content: ReviewContent) => submitReview(enrolment, content),
    onMutate: showOfflineNotice,
  });
  const { register, handleSubmit, formState, setError, setValue, getValues, control, reset } = useForm<
    FormValues,
    unknown,
    ReviewContent
  >({
    resolver: zodResolver(fields),
    defaultValues: { rating: savedRating, comment: savedComment },
  });
  const { errors, isSubmitting, isDirty } = formState;
  // After sending, the cached review may be older than the one just sent, or newer if another tab revised it. So the form
  // is reset to the cached review only after the reviews have been fetched again.
  const isRefetching = useRef(false);
  const [refetchCount, setRefetchCount] = useState(0);
  const isFormDirty = useRef(false);
  isFormDirty.current = isDirty;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a refetch resets the form even if the review is the same.
  useEffect(() => {
    if (!isFormDirty.current && !isRefetching.current) reset({ rating: savedRating, comment: savedComment });
  }, [refetchCount, savedRating, savedComment, reset]);
  const refetch = async () => {
    isRefetching.current = true;
    const isUpToDate = await refetchReviews();
    isRefetching.current = false;
    if (isUpToDate) setRefetchCount((count) => count + 1);
  };
  const rating = useWatch({ control, name: 'rating' });
  const submit = handleSubmit(async (content) => {
    const typed = JSON.stringify(getValues());
    try {
      await sending.mutateAsync(content);
      // Without a connection the answer may take minutes. Text that the student has typed since stays, as an unsent change.
      const hasChangedSince = JSON.stringify(getValues()) !== typed;
      reset({ rating: String(content.rating), comment: content.comment }, { keepValues: hasChangedSince });
      void refetch();
      await showMessage({ tone: 'good', title: 'Review Submitted!' });
    } catch (error) {
      setFieldErrors(error, ['rating', 'comment'], setError);
    }
  });
  const error = omitDiscarded(sending.error);
  const isWorking = isSubmitting || (pending !== undefined && pending.problem === null);
  return (
    <form noValidate data-error-lines onSubmit={submit} className="flex flex-col gap-5">
      <div className="flex flex-wrap items-end gap-x-5 gap-y-2">
        <Input
          label="Rating"
          inputMode="decimal"
          autoComplete="off"
          placeholder="Rating (1-10)"
          fieldClassName="w-44"
          error={errors.rating?.message}
          {...register('rating')}
        />
        <StarInput
          rating={fields.shape.rating.safeParse(rating).data ?? 0}
          onRate={(points) => setValue('rating', String(points), { shouldDirty: true, shouldValidate: true })}
        />
      </div>
      <Textarea
        label="Comment"
        rows={5}
        hint="What did you like? What should others know before they enroll?"
        error={errors.comment?.message}
        {...register('comment')}
      />
      <FormError text={error?.message ?? pending?.problem ?? null}>
        <RequestId error={error} />
      </FormError>
      <div>
        <Button
          type="submit"
          isWorking={isWorking}
          aria-disabled={review !== null && pending === undefined && !isDirty}
        >
          {review === null ? 'Submit review' : 'Update review'}
        </Button>
        {isBlocked && <PendingChip className="ml-3 align-middle" />}
      </div>
    </form>
  );
};
