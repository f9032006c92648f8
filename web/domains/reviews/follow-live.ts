import type { InfiniteData } from '@tanstack/react-query';
import type { LiveMessage } from '#contract/live.ts';
import type { Review } from '#contract/reviews.ts';
import { listenLive } from '../../client/live/listeners.ts';
import { markChanged } from '../../client/live/recent-changes.ts';
import { queryClient } from '../../client/query-client.ts';
import { ratingsKeys, reviewsKeys } from './keys.ts';
import { mergeIntoPage, type ReviewListing, type ReviewPage } from './merge.ts';
import type { PageStart } from './reviews.ts';

/** However many reviews come, what they come to is asked for once in this time. */
const ratingsWaitMs = 400;
/** What everybody fetches again at once is spread over this time. */
const spreadMs = 1_000;

const mergeIntoLists = (message: LiveMessage) => {
  for (const { queryKey } of queryClient.getQueryCache().findAll({ queryKey: reviewsKeys.lists })) {
    const listing = queryKey.at(-1) as ReviewListing;
    queryClient.setQueryData<InfiniteData<ReviewPage, PageStart>>(
      queryKey,
      (data) =>
        data && {
          ...data,
          pages: data.pages.map((page, at) =>
            mergeIntoPage(page, message, listing, data.pageParams[at]?.after ?? null),
          ),
        },
    );
  }
};

const mergeIntoOwn = (message: LiveMessage) => {
  if (message.kind === 'review-removed')
    queryClient.setQueriesData<Review | null>({ queryKey: reviewsKeys.owns }, (known) =>
      known?._id === message.data._id ? null : known,
    );
  if ((message.kind === 'review-added' || message.kind === 'review-changed') && message.data.own)
    for (const { queryKey } of queryClient.getQueryCache().findAll({ queryKey: reviewsKeys.owns }))
      if (queryKey.at(-1) === message.data.enrolmentId) queryClient.setQueryData(queryKey, message.data);
};

/** Courses whose ratings are to be asked for; '' for those of any course. */
const waiting = new Set<string>();

const askForWaiting = () => {
  const courses = [...waiting];
  waiting.clear();
  if (courses.includes('')) void queryClient.invalidateQueries({ queryKey: ratingsKeys.all });
  else
    for (const queryKey of [ratingsKeys.whole, ...courses.map(ratingsKeys.course)])
      void queryClient.invalidateQueries({ queryKey });
};

const askForRatings = (courseId: string) => {
  if (waiting.size === 0) setTimeout(askForWaiting, ratingsWaitMs);
  waiting.add(courseId);
};

const fetchAllAgain = () => {
  void queryClient.invalidateQueries({ queryKey: reviewsKeys.all });
  askForRatings('');
};

listenLive((message) => {
  mergeIntoLists(message);
  mergeIntoOwn(message);
  switch (message.kind) {
    case 'review-added':
    case 'review-changed':
      markChanged(message.data._id);
      askForRatings(message.data.catalogueId);
      break;
    case 'review-removed':
      askForRatings(message.data.catalogueId);
      break;
    case 'course-changed':
    case 'course-removed':
      askForRatings('');
      break;
    // A restored course brings its reviews back, a removed person takes theirs away; which, only the server knows.
    case 'course-restored':
    case 'user-removed':
      fetchAllAgain();
      break;
    case 'person-removed':
      setTimeout(fetchAllAgain, Math.random() * spreadMs);
      break;
    default:
  }
});
