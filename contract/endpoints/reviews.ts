import { deleteAnswer, insertAnswer, updateAnswer } from '../schemas/command-results.ts';
import {
  allRatings,
  courseRatings,
  newReview,
  ratedCourseList,
  reviewList,
  reviewQuery,
} from '../schemas/reviews.ts';
import { type Endpoint, endpointDefaults, idInPath } from './endpoint.ts';

/** Reviews, ratings, and the courses with the best ratings. */
export const reviewEndpoints = {
  listReviews: {
    ...endpointDefaults,
    disclosure: 'reviewers',
    method: 'GET',
    path: '/reviews',
    group: 'reviews',
    summary:
      'Reviews of courses in the catalogue, newest first by default. By the id of an enrolment: its review, which its author sees even after the course was removed. E-mail addresses of others are masked, except for Admins.',
    access: 'anyone',
    dependsOnReader: true,
    query: reviewQuery,
    answer: reviewList,
  },
  readRatings: {
    ...endpointDefaults,
    method: 'GET',
    path: '/ratings',
    group: 'reviews',
    summary: 'Mean and distribution of all ratings, and the courses that have any.',
    access: 'anyone',
    answer: allRatings,
  },
  readCourseRatings: {
    ...endpointDefaults,
    method: 'GET',
    path: '/ratings/{id}',
    group: 'reviews',
    summary: 'Mean and distribution of the ratings of one course.',
    access: 'anyone',
    params: idInPath,
    answer: courseRatings,
  },
  listHighRatedCourses: {
    ...endpointDefaults,
    method: 'GET',
    path: '/highRatedCourses',
    group: 'reviews',
    summary:
      'The five courses with the best mean rating; ties are ordered by number of reviews, then by name.',
    access: 'anyone',
    answer: ratedCourseList,
  },
  submitReview: {
    ...endpointDefaults,
    method: 'POST',
    path: '/reviews',
    group: 'reviews',
    summary: 'Reviews a completed course. A second review of the same course revises the first.',
    access: 'review.write',
    body: newReview,
    answer: insertAnswer,
    problems: ['course-incomplete'],
  },
  removeReview: {
    ...endpointDefaults,
    method: 'DELETE',
    path: '/reviews/{id}',
    group: 'reviews',
    summary: 'Removes one’s own review. Admins can remove any.',
    access: 'review.remove',
    params: idInPath,
    answer: deleteAnswer,
  },
  restoreReview: {
    ...endpointDefaults,
    method: 'POST',
    path: '/reviews/{id}/restoration',
    group: 'reviews',
    summary: 'Restores a review that an Admin removed.',
    access: 'review.restore',
    params: idInPath,
    answer: updateAnswer,
    problems: ['review-replaced', 'review-taken-back'],
  },
} as const satisfies Record<string, Endpoint>;
