import { type EnrolledCourse, modulesOfACourse } from '#contract/enrolments.ts';
import type { Review } from '#contract/reviews.ts';
import { useOwnReview } from '../../../domains/reviews/reviews.ts';
import { ErrorState } from '../../../client/api/error-state.tsx';
import { RemoveReviewButton } from '../../../domains/reviews/components/remove-review-button.tsx';
import { ReviewForm } from '../../../domains/reviews/components/review-form.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { Lesson } from './lesson.ts';

const sentence = ({ withdrawn }: EnrolledCourse, review: Review | null): string => {
  if (withdrawn)
    return `This course is out of the catalogue, and its reviews with it: nobody else reads ${review ? 'this' : 'what you write'} until it comes back.`;
  return review
    ? 'This is what you wrote. Everybody can read it; you can revise it, or take it back.'
    : 'You have completed the course. Say what you think of it: everybody can read it, under your name.';
};

const Form = ({ enrolment }: Pick<Lesson, 'enrolment'>) => {
  const { review, error, isFetching, refetch } = useOwnReview(enrolment._id);
  if (review === undefined)
    return error ? (
      <ErrorState
        title="Your review could not be loaded"
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <div role="status" className="flex flex-col gap-5">
        <span className="sr-only">Loading your review</span>
        <Skeleton className="h-17 w-44" />
        <Skeleton className="h-40 w-full" />
      </div>
    );
  return (
    <div className="flex flex-col gap-6">
      <p className="max-w-prose text-muted">{sentence(enrolment, review)}</p>
      <ReviewForm enrolment={enrolment} review={review} />
      {review && <RemoveReviewButton review={review} onChanged={() => void refetch()} />}
    </div>
  );
};

/** The review of a course by the student who has completed it; before that, what is still missing. */
export const ReviewTab = ({ enrolment }: Lesson) => (
  <section aria-labelledby="own-review" className="max-w-2xl">
    <h2 id="own-review" className="mb-3 font-serif text-xl font-semibold">
      Your review
    </h2>
    {enrolment.completedModules < modulesOfACourse ? (
      <p className="text-muted">
        You can review the course once you have completed all {modulesOfACourse} modules:{' '}
        {enrolment.completedModules} of {modulesOfACourse} are done.
      </p>
    ) : (
      <Form enrolment={enrolment} />
    )}
  </section>
);
