import { announcementsSeen } from '../schemas/announcements.ts';
import { updateAnswer } from '../schemas/command-results.ts';
import { notificationList, notificationQuery, notificationSettings } from '../schemas/notifications.ts';
import { type Endpoint, endpointDefaults } from './endpoint.ts';

/** The notifications of the signed-in user. */
export const notificationEndpoints = {
  listNotifications: {
    ...endpointDefaults,
    isStateOnly: true,
    method: 'GET',
    path: '/notifications',
    group: 'announcements',
    summary:
      'What happened that concerns the caller, newest first: announcements, marks, quizzes to mark, changes of their role and courses, certificates. At most the newest 200.',
    access: 'registered',
    query: notificationQuery,
    answer: notificationList,
  },
  seeNotifications: {
    ...endpointDefaults,
    isStateOnly: true,
    method: 'PUT',
    path: '/notifications/seen',
    group: 'announcements',
    summary:
      'Stores the position up to which the caller has seen notifications, for all their devices. It only moves forward.',
    access: 'notification.keep',
    body: announcementsSeen,
    answer: updateAnswer,
  },
  switchNotifications: {
    ...endpointDefaults,
    isStateOnly: true,
    method: 'PUT',
    path: '/notifications/settings',
    group: 'announcements',
    summary: 'Stores the kinds of notifications that the caller switched off, for all their devices.',
    access: 'notification.keep',
    body: notificationSettings,
    answer: updateAnswer,
  },
} as const satisfies Record<string, Endpoint>;
