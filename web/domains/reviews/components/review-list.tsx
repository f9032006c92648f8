import { type ReactNode, useRef } from 'react';
import type { Review } from '#contract/reviews.ts';
import type { ReviewListing } from '../merge.ts';
import { useReviews } from '../reviews.ts';
import { reviewsInWords } from '../words.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { ErrorState } from '../../../client/api/error-state.tsx';
import { MoreButton } from '../../../ui/more-button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ReviewCard } from './review-card.tsx';
import { useSettledList } from './use-settled-list.ts';

const Gap = () => (
  <p className="grid flex-1 place-items-center rounded-card border border-dashed border-control p-5 text-center text-muted">
    This review was removed.
  </p>
);

const Loading = ({ className }: { className: string }) => (
  <div role="status" className={className}>
    <span className="sr-only">Loading reviews</span>
    {['one', 'two', 'three'].map((key) => (
      <Skeleton key={key} className="h-56 rounded-card" />
    ))}
  </div>
);

/** Those that came while the list was read wait behind this. */
const Waiting = ({ count, onShow }: { count: number; onShow: () => void }) => (
  <div role="status" className="sticky top-20 z-10 flex justify-center empty:hidden">
    {count > 0 && (
      <Button size="small" className="mb-4 rounded-full shadow-card" onClick={onShow}>
        {count} new {count === 1 ? 'review' : 'reviews'} · Show
      </Button>
    )}
  </div>
);

type ListProps = {
  listing: ReviewListing;
  showsCourse: boolean;
  /** Columns of the grid. */
  className: string;
};

const Cards = ({
  listing,
  showsCourse,
  className,
  reviews,
  pages,
}: ListProps & { reviews: readonly Review[]; pages: number }) => {
  const list = useRef<HTMLUListElement>(null);
  const occasion = `${listing.sort} ${listing.courseId} ${pages}`;
  const { places, waiting, settle } = useSettledList(reviews, occasion);
  return (
    <>
      <Waiting
        count={waiting}
        onShow={() => {
          settle();
          list.current?.focus();
        }}
      />
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Reviews"
        className={classNames('grid gap-6 outline-none', className)}
      >
        {places.map(({ id, review }) => (
          <li key={id} className="flex">
            {review ? <ReviewCard review={review} showsCourse={showsCourse} onChanged={settle} /> : <Gap />}
          </li>
        ))}
      </ul>
    </>
  );
};

/**
 * Reviews as cards, more of them by a button. What changes elsewhere shows at once in its place; what is new waits for its
 * reader, so that nothing moves away under their eyes.
 * @param empty what stands there when there are none.
 */
export const ReviewList = ({ listing, showsCourse, className, empty }: ListProps & { empty: ReactNode }) => {
  const query = useReviews(listing);
  const { reviews, data, error, isFetching, hasNextPage } = query;
  if (!reviews || !data)
    return error ? (
      <ErrorState
        title="The reviews could not be loaded"
        error={error}
        onRetry={() => void query.refetch()}
        retrying={isFetching}
      />
    ) : (
      <Loading className={classNames('grid gap-6', className)} />
    );
  if (reviews.length === 0) return empty;
  return (
    <>
      <Cards {...{ listing, showsCourse, className, reviews }} pages={data.pages.length} />
      {hasNextPage && (
        <div className="mt-8 flex flex-wrap items-center justify-center gap-4">
          <MoreButton list={query}>Show more reviews</MoreButton>
          <span className="text-sm text-muted">{reviewsInWords(reviews.length)} shown</span>
        </div>
      )}
      {error && <p className="mt-4 text-center text-sm text-bad">{error.message}</p>}
    </>
  );
};
