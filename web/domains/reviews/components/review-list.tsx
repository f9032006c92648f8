import { type ReactNode, useRef } from 'react';
import type { Review } from '#contract/schemas/reviews.ts';
import { QueryError } from '../../../client/api/query-view.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { MoreButton } from '../../../ui/more-button.tsx';
import { NewItemsPill } from '../../../ui/new-items-pill.tsx';
import { Loading, Skeletons } from '../../../ui/skeleton.tsx';
import { formatReviewCount } from '../review-format.ts';
import type { ReviewListing } from '../review-live.ts';
import { useReviews } from '../review-queries.ts';
import { ReviewCard } from './review-card.tsx';
import { useStableList } from './use-stable-list.ts';

const RemovedReview = () => (
  <p className="grid flex-1 place-items-center rounded-card border border-dashed border-control p-5 text-center text-muted">
    This review was removed.
  </p>
);

type ListProps = {
  listing: ReviewListing;
  isCourseShown: boolean;
  className: string;
};

const LoadedReviews = ({
  listing,
  isCourseShown,
  className,
  query,
  reviews,
  pageCount,
}: ListProps & { query: ReturnType<typeof useReviews>; reviews: readonly Review[]; pageCount: number }) => {
  const list = useRef<HTMLUListElement>(null);
  const { slots, newCount, update } = useStableList(
    reviews,
    `${listing.sort} ${listing.courseId} ${pageCount}`,
  );
  return (
    <>
      <NewItemsPill
        count={newCount}
        noun="review"
        onShow={() => {
          update();
          list.current?.focus();
        }}
      />
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Reviews"
        className={classNames('grid gap-6 outline-none', className)}
      >
        {slots.map(({ id, review }) => (
          <li key={id} className="flex">
            {review ? (
              <ReviewCard review={review} isCourseShown={isCourseShown} onChanged={update} />
            ) : (
              <RemovedReview />
            )}
          </li>
        ))}
      </ul>
      <div className="mt-8 flex flex-wrap items-center justify-center gap-4 empty:hidden">
        <MoreButton list={query}>Show more reviews</MoreButton>
        {query.hasNextPage && (
          <span className="text-sm text-muted">{formatReviewCount(reviews.length - newCount)} shown</span>
        )}
      </div>
    </>
  );
};

/**
 * Shows reviews as cards, with a button that loads more. Changed reviews are updated at once. New reviews appear only after a click,
 * so that the list does not move while somebody reads it.
 * @param empty shown if there are no reviews.
 */
export const ReviewList = ({
  listing,
  isCourseShown,
  className,
  empty,
}: ListProps & { empty: ReactNode }) => {
  const query = useReviews(listing);
  const { reviews, data, error } = query;
  if (!reviews || !data)
    return error ? (
      <QueryError title="The reviews could not be loaded" query={query} />
    ) : (
      <Loading label="Loading reviews" className={classNames('grid gap-6', className)}>
        <Skeletons count={3} className="h-56 rounded-card" />
      </Loading>
    );
  if (reviews.length === 0) return empty;
  return (
    <LoadedReviews
      listing={listing}
      isCourseShown={isCourseShown}
      className={className}
      query={query}
      reviews={reviews}
      pageCount={data.pages.length}
    />
  );
};
