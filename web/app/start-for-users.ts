import type { ClientConfiguration } from '#contract/schemas/configuration.ts';
import { registerActionKinds } from '../client/outbox/action-kinds.ts';
import { startOutbox } from '../client/outbox/browser-outbox.ts';
import {
  clearStorageOfDeletedAccounts,
  clearTabStorageOfEndedSessions,
} from '../client/session/clear-device-storage.ts';
import { startIdleSignOut } from '../client/session/idle-sign-out.ts';
import { retryRoleWhenLive } from '../client/session/retry-role-when-live.ts';
import { getSessionController, isRoleUnconfirmed } from '../client/session/start-session.ts';
import { bookmarkActionKinds } from '../domains/bookmarks/bookmark-actions.ts';
import { certificateActionKinds } from '../domains/certificates/certificate-actions.ts';
import { startLoadingCourseDraft } from '../domains/courses/course-draft.ts';
import { enrolmentActionKinds } from '../domains/enrolments/enrolment-actions.ts';
import { noteActionKinds } from '../domains/notes/note-actions.ts';
import { startLoadingNoteDrafts } from '../domains/notes/note-drafts.ts';
import { playbackActionKinds } from '../domains/playback/playback-actions.ts';
import { reviewActionKinds } from '../domains/reviews/review-actions.ts';
import { showIdleWarnings } from './notices/idle-warning.ts';
import { showOutboxNotices } from './notices/outbox-notices.ts';

/** It belongs to this chunk, because visitors need no record. */
export { fetchUserRecord } from '../client/session/user-record.ts';

/** Actions from before a reload are sent on any page, so all kinds are known from the start. */
const registerOutboxActions = () =>
  registerActionKinds(
    ...bookmarkActionKinds,
    ...certificateActionKinds,
    ...enrolmentActionKinds,
    ...noteActionKinds,
    ...playbackActionKinds,
    ...reviewActionKinds,
  );

/** Starts what only signed-in users need on every page. Called once, by `parts-for-users.ts`. */
export const startForUsers = (configuration: ClientConfiguration): void => {
  startLoadingNoteDrafts();
  startLoadingCourseDraft();
  retryRoleWhenLive({ isRoleUnconfirmed, refreshRole: getSessionController().refreshRole });
  startIdleSignOut(configuration);
  showIdleWarnings();
  // Nothing can be changed in an as-of view, so there are no actions to send and no drafts to clear.
  if (configuration.past !== null) return;
  registerOutboxActions();
  showOutboxNotices();
  startOutbox();
  clearTabStorageOfEndedSessions();
  clearStorageOfDeletedAccounts();
};
