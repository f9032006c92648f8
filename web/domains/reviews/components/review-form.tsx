import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import type { EnrolledCourse } from '#contract/enrolments.ts';
import { newReview, type Review } from '#contract/reviews.ts';
import { putErrorsAtFields } from '../../../client/api/errors-at-fields.ts';
import { unansweredAtom } from '../../../client/outbox/waiting.ts';
import { submitReview } from '../acts.ts';
import { fetchReviewsAgain } from '../reviews.ts';
import { type ReviewWords, reviewKind, reviewWordsOf } from '../unsent.ts';
import { Button } from '../../../ui/button.tsx';
import { Input, Textarea } from '../../../ui/field.tsx';
import { FormFailure, RequestId } from '../../../client/api/form-failure.tsx';
import { tell } from '../../../ui/popup.ts';
import { sayIfItWaits } from '../../../client/outbox/say-if-it-waits.ts';
import { useUnanswered, WaitsChip } from '../../../client/outbox/waits.tsx';
import { Stars } from './stars.tsx';

const fields = newReview.pick({ rating: true, comment: true });
type Typed = z.input<typeof fields>;

const shownOf = (rating: unknown): number => {
  const { data } = fields.shape.rating.safeParse(rating);
  return data ?? 0;
};

/**
 * Rating and comment. Who has reviewed the course already finds what they wrote and revises it; what is being typed stays
 * whatever happens elsewhere. @param review one's own, null when there is none yet.
 */
export const ReviewForm = ({ enrolment, review }: { enrolment: EnrolledCourse; review: Review | null }) => {
  const kept = useAtomValue(unansweredAtom).find(
    ({ kind, about }) => kind === reviewKind && about === enrolment._id,
  );
  const { waits } = useUnanswered(reviewKind, enrolment._id);
  const written = reviewWordsOf(kept) ?? review;
  const writtenRating = written ? String(written.rating) : '';
  const writtenComment = written?.comment ?? '';
  const sending = useMutation({
    mutationFn: (words: ReviewWords) => submitReview(enrolment, words),
    onMutate: sayIfItWaits,
  });
  const { register, handleSubmit, formState, setError, control, reset } = useForm<
    Typed,
    unknown,
    ReviewWords
  >({
    resolver: zodResolver(fields),
    defaultValues: { rating: writtenRating, comment: writtenComment },
  });
  const { errors, isSubmitting, isDirty } = formState;
  // What is known may be older than what was just sent, or newer: another tab revised it meanwhile. Asking tells.
  const isAsking = useRef(false);
  const [answered, setAnswered] = useState(0);
  const isTyping = useRef(false);
  isTyping.current = isDirty;
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer shows what is written also when that is what was known.
  useEffect(() => {
    if (!isTyping.current && !isAsking.current) reset({ rating: writtenRating, comment: writtenComment });
  }, [answered, writtenRating, writtenComment, reset]);
  const askAgain = async () => {
    isAsking.current = true;
    const isKnown = await fetchReviewsAgain();
    isAsking.current = false;
    if (isKnown) setAnswered((times) => times + 1);
  };
  const rating = useWatch({ control, name: 'rating' });
  const submit = handleSubmit(async (words) => {
    try {
      await sending.mutateAsync(words);
      reset({ rating: String(words.rating), comment: words.comment });
      void askAgain();
      await tell({ tone: 'success', title: 'Review Submitted!' });
    } catch (error) {
      putErrorsAtFields(error, ['rating', 'comment'], setError);
    }
  });
  const working = isSubmitting || (kept !== undefined && kept.problem === null);
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
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
        <span className="flex min-h-11 items-center text-2xl">
          <Stars rating={shownOf(rating)} />
        </span>
      </div>
      <Textarea
        label="Comment"
        rows={5}
        hint="What did the course give you? What would you tell somebody who thinks about joining?"
        error={errors.comment?.message}
        {...register('comment')}
      />
      <FormFailure text={sending.error?.message ?? kept?.problem ?? null}>
        <RequestId error={sending.error} />
      </FormFailure>
      <div>
        <Button
          type="submit"
          working={working}
          disabled={review !== null && kept === undefined && !isDirty && !working}
        >
          {review === null ? 'Submit review' : 'Submit the revised review'}
        </Button>
        {waits && <WaitsChip className="ml-3 align-middle" />}
      </div>
    </form>
  );
};
