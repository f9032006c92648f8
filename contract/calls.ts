import { activityCalls } from './calls/activity.ts';
import { announcementCalls } from './calls/announcements.ts';
import { bookmarkCalls } from './calls/bookmarks.ts';
import type { Call } from './calls/call.ts';
import { certificateCalls, certificateIssueCalls } from './calls/certificates.ts';
import { courseCalls } from './calls/courses.ts';
import { dashboardCalls } from './calls/dashboard.ts';
import { enrolmentCalls } from './calls/enrolments.ts';
import { historyCalls } from './calls/history.ts';
import { insightCalls } from './calls/insight.ts';
import { noteCalls } from './calls/notes.ts';
import { ownDataCalls } from './calls/own-data.ts';
import { playbackCalls } from './calls/playback.ts';
import { presenceCalls } from './calls/presence.ts';
import { quizCalls } from './calls/quizzes.ts';
import { readingCalls } from './calls/readings.ts';
import { reviewCalls } from './calls/reviews.ts';
import { userCalls, userTypeCalls } from './calls/users.ts';

/** Every call there is, by its name: a file a group in `calls/`. The API description lists them in this order. */
export const calls = {
  ...courseCalls,
  ...userTypeCalls,
  ...dashboardCalls,
  ...readingCalls,
  ...insightCalls,
  ...userCalls,
  ...bookmarkCalls,
  ...enrolmentCalls,
  ...reviewCalls,
  ...quizCalls,
  ...certificateIssueCalls,
  ...playbackCalls,
  ...presenceCalls,
  ...noteCalls,
  ...activityCalls,
  ...certificateCalls,
  ...announcementCalls,
  ...historyCalls,
  ...ownDataCalls,
} as const satisfies Record<string, Call>;

export const allCalls: readonly Call[] = Object.values(calls);
