import {
  announcementList,
  announcementQuery,
  announcementReachList,
  announcementsSeen,
  newAnnouncement,
  newStudentMessage,
  seenAnswer,
} from '../schemas/announcements.ts';
import { deleteAnswer, insertAnswer, updateAnswer } from '../schemas/command-results.ts';
import { type Endpoint, endpointDefaults, idInPath } from './endpoint.ts';

/** Announcements, their reach, and the position up to which the caller has seen them. */
export const announcementEndpoints = {
  postAnnouncement: {
    ...endpointDefaults,
    method: 'POST',
    path: '/announcement',
    group: 'announcements',
    summary:
      'Posts an announcement to everybody or to the students of one course. It shows the role of the poster. Instructors who post for a course must teach it.',
    access: 'announcement.post',
    body: newAnnouncement,
    answer: insertAnswer,
    problems: ['no-such-course', 'course-withdrawn'],
  },
  messageStudents: {
    ...endpointDefaults,
    method: 'POST',
    path: '/courses/{id}/messages',
    group: 'announcements',
    summary:
      'Sends a message to selected students of a course: an announcement that only they, the sender and Admins can read. Instructors can send it to students of the courses that they teach.',
    access: 'announcement.post',
    params: idInPath,
    body: newStudentMessage,
    answer: insertAnswer,
    problems: ['no-such-course', 'course-withdrawn', 'not-enrolled'],
  },
  listAnnouncements: {
    ...endpointDefaults,
    method: 'GET',
    path: '/announcement',
    group: 'announcements',
    summary:
      'Announcements to everybody, to the students of the caller’s courses, and by the caller; messages to the caller; newest first. Admins get all.',
    access: 'registered',
    query: announcementQuery,
    answer: announcementList,
  },
  withdrawAnnouncement: {
    ...endpointDefaults,
    method: 'DELETE',
    path: '/announcement/{id}',
    group: 'announcements',
    summary: 'Withdraws one’s own announcement. Admins can withdraw any.',
    access: 'announcement.withdraw',
    params: idInPath,
    answer: deleteAnswer,
  },
  restoreAnnouncement: {
    ...endpointDefaults,
    method: 'POST',
    path: '/announcement/{id}/restoration',
    group: 'announcements',
    summary: 'Restores a withdrawn announcement. If an Admin withdrew it, only an Admin can restore it.',
    access: 'announcement.withdraw',
    params: idInPath,
    answer: updateAnswer,
  },
  seeAnnouncements: {
    ...endpointDefaults,
    isStateOnly: true,
    method: 'PUT',
    path: '/announcement/seen',
    group: 'announcements',
    summary:
      'Stores the position up to which the caller has seen announcements, for all their devices. It only moves forward.',
    access: 'announcement.see',
    body: announcementsSeen,
    answer: updateAnswer,
  },
  readAnnouncementsSeen: {
    ...endpointDefaults,
    isStateOnly: true,
    method: 'GET',
    path: '/announcement/seen',
    group: 'announcements',
    summary:
      'The position up to which the caller has seen announcements (0 at first), the position of their registration, and, for each of their courses, the position from which they can see its announcements.',
    access: 'registered',
    answer: seenAnswer,
  },
  readAnnouncementReach: {
    ...endpointDefaults,
    isStateOnly: true,
    method: 'GET',
    path: '/announcement/reach',
    group: 'announcements',
    summary:
      'For each of the caller’s newest announcements: to how many users it is addressed, and how many of them have seen it.',
    access: 'announcement.post',
    answer: announcementReachList,
  },
} as const satisfies Record<string, Endpoint>;
