import { type EnrolledCourse, modulesPerCourse } from '#contract/schemas/enrolments.ts';
import type { Review } from '#contract/schemas/reviews.ts';
import { QueryView } from '../../../client/api/query-view.tsx';
import { RemoveReviewButton } from '../../../domains/reviews/components/remove-review-button.tsx';
import { ReviewForm } from '../../../domains/reviews/components/review-form.tsx';
import { useOwnReview } from '../../../domains/reviews/review-queries.ts';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import type { LessonProps } from './lesson-props.ts';

const describeReview = ({ withdrawn }: EnrolledCourse, review: Review | null): string => {
  if (withdrawn)
    return `This course was removed from the catalogue. Only you can see ${review ? 'this review' : 'your review'} until the course is restored.`;
  return review
    ? 'Your review is public. You can revise or remove it.'
    : 'You have completed the course. Tell others what you think; your review is public and shows your name.';
};

const OwnReview = ({ enrolment }: Pick<LessonProps, 'enrolment'>) => {
  const query = useOwnReview(enrolment._id);
  return (
    <QueryView
      query={query}
      title="Your review could not be loaded"
      loading={
        <Loading label="Loading your review" className="flex flex-col gap-5">
          <Skeleton className="h-17 w-44" />
          <Skeleton className="h-40 w-full" />
        </Loading>
      }
    >
      {(review) => (
        <div className="flex flex-col gap-6">
          <p className="max-w-prose text-muted">{describeReview(enrolment, review)}</p>
          <ReviewForm enrolment={enrolment} review={review} />
          {review && <RemoveReviewButton review={review} onChanged={() => void query.refetch()} />}
        </div>
      )}
    </QueryView>
  );
};

/** The student's review of the course, or what they must complete first. */
export const ReviewTab = ({ enrolment }: LessonProps) => (
  <section aria-labelledby="own-review" className="max-w-2xl">
    <h2 id="own-review" className="mb-3 font-serif text-xl font-semibold">
      Your review
    </h2>
    {enrolment.completedModules < modulesPerCourse ? (
      <p className="text-muted">
        Complete all {modulesPerCourse} modules to review the course: {enrolment.completedModules} of{' '}
        {modulesPerCourse} done.
      </p>
    ) : (
      <OwnReview enrolment={enrolment} />
    )}
  </section>
);
