import type { ReviewListing } from './merge.ts';

/** Where the cache keeps what it knows of reviews; what differs by who reads says so. `all` names everything below it. */
export const reviewsKeys = {
  all: ['reviews'],
  lists: ['reviews', 'list'],
  list: (reader: string, listing: ReviewListing) => ['reviews', 'list', reader, listing],
  owns: ['reviews', 'own'],
  own: (reader: string, enrolmentId: string) => ['reviews', 'own', reader, enrolmentId],
} as const;

export const ratingsKeys = {
  all: ['ratings'],
  whole: ['ratings', 'whole'],
  course: (id: string) => ['ratings', 'course', id],
} as const;
