import { liveMessage } from '#contract/live-messages.ts';
import { liveEvents } from '../../client/live/live-events.ts';
import { registerActivityLiveHandlers } from '../../domains/activity/activity-live.ts';
import { registerAnnouncementLiveHandlers } from '../../domains/announcements/announcement-live.ts';
import { startBrowserNotifications } from '../../domains/announcements/browser-notifications.ts';
import { registerAuditLiveHandlers } from '../../domains/audit/audit-live.ts';
import { registerBookmarkLiveHandlers } from '../../domains/bookmarks/bookmark-live.ts';
import { registerCertificateLiveHandlers } from '../../domains/certificates/certificate-live.ts';
import { registerDashboardLiveHandlers } from '../../domains/dashboard/dashboard-live.ts';
import { registerEnrolmentLiveHandlers } from '../../domains/enrolments/enrolment-live.ts';
import { registerInsightLiveHandlers } from '../../domains/insight/insight-live.ts';
import { registerNoteLiveHandlers } from '../../domains/notes/note-live.ts';
import { registerNotificationLiveHandlers } from '../../domains/notifications/notification-queries.ts';
import { registerQuizLiveHandlers } from '../../domains/quizzes/quiz-live.ts';
import { registerRosterLiveHandlers } from '../../domains/roster/roster-live.ts';
import { registerUserLiveHandlers } from '../../domains/users/user-live.ts';
import { registerOwnRecordLiveHandlers } from './own-record-live.ts';

let isRegistered = false;

/**
 * Registers the handlers of the live updates that only users get. This module is a chunk of its own, which most visitors do not load.
 * Updates that arrived before the registration are not missed: when the socket of a visitor becomes that of a user, the server tells
 * the client to fetch everything again. Only the first call has an effect.
 */
export const registerUserHandlers = (): void => {
  if (isRegistered) return;
  isRegistered = true;
  for (const register of [
    registerOwnRecordLiveHandlers,
    registerActivityLiveHandlers,
    registerAnnouncementLiveHandlers,
    startBrowserNotifications,
    registerAuditLiveHandlers,
    registerBookmarkLiveHandlers,
    registerCertificateLiveHandlers,
    registerDashboardLiveHandlers,
    registerEnrolmentLiveHandlers,
    registerInsightLiveHandlers,
    registerNoteLiveHandlers,
    registerNotificationLiveHandlers,
    registerQuizLiveHandlers,
    registerRosterLiveHandlers,
    registerUserLiveHandlers,
  ])
    register(liveEvents);
};

/** The schema of all updates. It belongs to this chunk, because visitors do not need it. */
export { liveMessage };
