import {
  announcementList,
  announcementQuery,
  announcementReachList,
  announcementsSeen,
  newAnnouncement,
  seenAnswer,
} from '../announcements.ts';
import { deleteAnswer, insertAnswer, updateAnswer } from '../answers.ts';
import { bare, type Call, idInPath } from './call.ts';

/** What is announced, to whom, and who has seen it. */
export const announcementCalls = {
  postAnnouncement: {
    ...bare,
    method: 'POST',
    path: '/announcement',
    group: 'announcements',
    summary:
      'Announces something, to everybody or to those enrolled in one course, in the role that one has.',
    who: 'announcement.post',
    body: newAnnouncement,
    answer: insertAnswer,
    problems: ['no-such-course', 'course-withdrawn'],
  },
  listAnnouncements: {
    ...bare,
    method: 'GET',
    path: '/announcement',
    group: 'announcements',
    summary:
      'What was announced to everybody, to those enrolled in one’s courses, and by oneself, newest first; all of it to Admins.',
    who: 'registered',
    query: announcementQuery,
    answer: announcementList,
  },
  withdrawAnnouncement: {
    ...bare,
    method: 'DELETE',
    path: '/announcement/{id}',
    group: 'announcements',
    summary: 'Withdraws one’s own announcement; an Admin withdraws any.',
    who: 'announcement.withdraw',
    params: idInPath,
    answer: deleteAnswer,
  },
  restoreAnnouncement: {
    ...bare,
    method: 'POST',
    path: '/announcement/{id}/restoration',
    group: 'announcements',
    summary: 'Brings a withdrawn announcement back; what an Admin withdrew, only an Admin.',
    who: 'announcement.withdraw',
    params: idInPath,
    answer: updateAnswer,
  },
  seeAnnouncements: {
    ...bare,
    state: true,
    method: 'PUT',
    path: '/announcement/seen',
    group: 'announcements',
    summary:
      'Keeps up to where one has seen what was announced, for all one’s devices; it only moves forward.',
    who: 'announcement.see',
    body: announcementsSeen,
    answer: updateAnswer,
  },
  readAnnouncementsSeen: {
    ...bare,
    state: true,
    method: 'GET',
    path: '/announcement/seen',
    group: 'announcements',
    summary:
      'Up to where one has seen what was announced, 0 at first; and from where on one reads what is announced in one’s courses.',
    who: 'registered',
    answer: seenAnswer,
  },
  readAnnouncementReach: {
    ...bare,
    state: true,
    method: 'GET',
    path: '/announcement/reach',
    group: 'announcements',
    summary: 'How many of those whom one’s own newest announcements are for have seen them.',
    who: 'announcement.post',
    answer: announcementReachList,
  },
} as const satisfies Record<string, Call>;
