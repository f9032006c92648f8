import { liveEvents } from '../../client/live/live-events.ts';
import { openLiveConnection } from '../../client/live/socket.ts';
import { handleOwnRoleUpdate } from '../../client/session/start-session.ts';
import { registerActivityLiveHandlers } from '../../domains/activity/activity-live.ts';
import { registerAnnouncementLiveHandlers } from '../../domains/announcements/announcement-live.ts';
import { startAnnouncementNotifications } from '../../domains/announcements/browser-notifications.ts';
import { registerAuditLiveHandlers } from '../../domains/audit/audit-live.ts';
import { registerBookmarkLiveHandlers } from '../../domains/bookmarks/bookmark-live.ts';
import { registerCertificateLiveHandlers } from '../../domains/certificates/certificate-live.ts';
import { registerCourseFiguresLiveHandlers } from '../../domains/course-figures/course-figures-live.ts';
import { registerCourseLiveHandlers } from '../../domains/courses/course-live.ts';
import { registerDashboardLiveHandlers } from '../../domains/dashboard/dashboard-live.ts';
import { registerEnrolmentLiveHandlers } from '../../domains/enrolments/enrolment-live.ts';
import { registerInsightLiveHandlers } from '../../domains/insight/insight-live.ts';
import { registerNoteLiveHandlers } from '../../domains/notes/note-live.ts';
import { registerNotificationLiveHandlers } from '../../domains/notifications/notification-queries.ts';
import { registerQuizLiveHandlers } from '../../domains/quizzes/quiz-live.ts';
import { registerReviewLiveHandlers } from '../../domains/reviews/review-live.ts';
import { registerTrendingLiveHandlers } from '../../domains/reviews/trending-live.ts';
import { registerRosterLiveHandlers } from '../../domains/roster/roster-live.ts';
import { registerUserLiveHandlers } from '../../domains/users/user-live.ts';

/**
 * Registers the handlers of all live updates and opens the live connection. This module is a chunk of its own, so that the first view
 * does not wait for it. All handlers are registered at once: updates must not depend on which pages were opened. Called once.
 */
export const openWithHandlers = (): void => {
  liveEvents.updates.on(handleOwnRoleUpdate);
  for (const register of [
    registerActivityLiveHandlers,
    registerAnnouncementLiveHandlers,
    startAnnouncementNotifications,
    registerAuditLiveHandlers,
    registerBookmarkLiveHandlers,
    registerCertificateLiveHandlers,
    registerCourseFiguresLiveHandlers,
    registerCourseLiveHandlers,
    registerDashboardLiveHandlers,
    registerEnrolmentLiveHandlers,
    registerInsightLiveHandlers,
    registerNoteLiveHandlers,
    registerNotificationLiveHandlers,
    registerQuizLiveHandlers,
    registerReviewLiveHandlers,
    registerTrendingLiveHandlers,
    registerRosterLiveHandlers,
    registerUserLiveHandlers,
  ])
    register(liveEvents);
  openLiveConnection();
};
