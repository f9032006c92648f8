import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Review } from '#contract/schemas/reviews.ts';
import { ChangedTint } from '../../../client/live/changed-tint.tsx';
import { paths } from '../../../client/paths.ts';
import { ShortDay } from '../../../client/short-day.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { EmailAddress } from '../../../ui/email-address.tsx';
import { cutText } from '../../../ui/text/cut-text.ts';
import { HistoryLink } from '../../audit/history-link.tsx';
import { formatRating } from '../review-format.ts';
import { RemoveReviewButton } from './remove-review-button.tsx';
import { Rating } from './stars.tsx';

/** A long comment is cut to this length, so that it does not push the other reviews off the page. */
const maxCharacters = 420;
/** A comment that exceeds `maxCharacters` by at most this much is shown whole. */
const toleratedCharacters = 80;

const cutAtWord = (text: string) => cutText(text, maxCharacters).replace(/\s+\S*$/, '');

/** A comment with its line breaks. A long one can be expanded. @param author part of the button's label. */
const ReviewText = ({ text, author }: { text: string; author: string }) => {
  const [isExpanded, setExpanded] = useState(false);
  const isLong = text.length > maxCharacters + toleratedCharacters;
  return (
    <>
      <p className="whitespace-pre-line wrap-anywhere">
        {isExpanded || !isLong ? text : `${cutAtWord(text)} …`}
      </p>
      {isLong && (
        <button
          type="button"
          aria-expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
          className="mt-1 min-h-6 self-start font-medium text-brand underline underline-offset-4"
        >
          {isExpanded ? 'Show less' : 'Read more'}
          <span className="sr-only"> of the review by {author}</span>
        </button>
      )}
    </>
  );
};

/** Only Admins and the author get the whole address. A masked address is not shown, because the name says more. */
const isMasked = (address: string) => address.includes('•');

/** A review with its author, rating and comment. @param isCourseShown whether to show the course, in lists of several courses. */
export const ReviewCard = ({
  review,
  isCourseShown,
  onChanged,
}: {
  review: Review;
  isCourseShown: boolean;
  onChanged: (restoredId?: string) => void;
}) => (
  <article
    aria-label={`Review by ${review.userName}`}
    className="relative flex flex-1 flex-col rounded-card border border-hairline bg-surface p-5 shadow-card"
  >
    <div className="flex items-start gap-3">
      <Avatar name={review.userName} url={null} className="size-10 text-sm" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere">{review.userName}</p>
        {!isMasked(review.userEmail) && (
          <p className="text-sm text-muted">
            <EmailAddress address={review.userEmail} />
          </p>
        )}
      </div>
      {review.own && <Chip tone="info">Your review</Chip>}
    </div>
    <div className="mt-4 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
      <Rating text={formatRating(review.rating)} />
      <p className="text-sm text-muted">
        <ShortDay time={review.reviewedAt} />
        {review.revised && ' · revised'}
      </p>
    </div>
    {isCourseShown && (
      <p className="mt-3 font-serif text-lg leading-snug font-semibold wrap-anywhere">
        <Link
          to={paths.courseDetails(review.catalogueId)}
          className="underline decoration-hairline decoration-2 underline-offset-4 hover:decoration-brand"
        >
          {review.courseName}
        </Link>{' '}
        <span className="font-sans text-sm font-medium text-muted">{review.courseCode}</span>
      </p>
    )}
    <div className="mt-3 mb-4 flex flex-1 flex-col">
      {review.comment === '' ? (
        <p className="text-muted">No comment.</p>
      ) : (
        <ReviewText text={review.comment} author={review.userName} />
      )}
    </div>
    <div className="flex flex-wrap gap-2 empty:hidden">
      <RemoveReviewButton review={review} onChanged={onChanged} />
      <HistoryLink record={`review-${review._id}`} of={`the review by ${review.userName}`} variant="quiet" />
    </div>
    <ChangedTint id={review._id} />
  </article>
);
