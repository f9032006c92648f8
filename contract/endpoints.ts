import { activityEndpoints } from './endpoints/activity.ts';
import { announcementEndpoints } from './endpoints/announcements.ts';
import { bookmarkEndpoints } from './endpoints/bookmarks.ts';
import { certificateEndpoints, certificateIssueEndpoints } from './endpoints/certificates.ts';
import { courseEndpoints } from './endpoints/courses.ts';
import { dashboardEndpoints } from './endpoints/dashboard.ts';
import type { Endpoint } from './endpoints/endpoint.ts';
import { enrolmentEndpoints } from './endpoints/enrolments.ts';
import { historyEndpoints } from './endpoints/history.ts';
import { insightEndpoints } from './endpoints/insight.ts';
import { noteEndpoints } from './endpoints/notes.ts';
import { notificationEndpoints } from './endpoints/notifications.ts';
import { ownDataEndpoints } from './endpoints/own-data.ts';
import { playbackEndpoints } from './endpoints/playback.ts';
import { presenceEndpoints } from './endpoints/presence.ts';
import { quizEndpoints } from './endpoints/quizzes.ts';
import { readingEndpoints } from './endpoints/readings.ts';
import { reviewEndpoints } from './endpoints/reviews.ts';
import { rosterEndpoints } from './endpoints/roster.ts';
import { userEndpoints, userTypeEndpoints } from './endpoints/users.ts';

/** All endpoints by name, one file per topic in `endpoints/`. Their order determines the order in the API description. */
export const endpoints = {
  ...courseEndpoints,
  ...rosterEndpoints,
  ...userTypeEndpoints,
  ...dashboardEndpoints,
  ...readingEndpoints,
  ...insightEndpoints,
  ...userEndpoints,
  ...bookmarkEndpoints,
  ...enrolmentEndpoints,
  ...reviewEndpoints,
  ...quizEndpoints,
  ...certificateIssueEndpoints,
  ...playbackEndpoints,
  ...presenceEndpoints,
  ...noteEndpoints,
  ...activityEndpoints,
  ...certificateEndpoints,
  ...announcementEndpoints,
  ...notificationEndpoints,
  ...historyEndpoints,
  ...ownDataEndpoints,
} as const satisfies Record<string, Endpoint>;

export const allEndpoints: readonly Endpoint[] = Object.values(endpoints);
