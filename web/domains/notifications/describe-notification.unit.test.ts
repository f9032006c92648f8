import { expect, test } from 'vitest';
import { type Notification, notificationEvents } from '#contract/schemas/notifications.ts';
import { describeNotification, listKindsOfRole } from './describe-notification.ts';

const course = { _id: 'c1', name: 'Optics', code: 'PHY', enrolmentId: 'e1' } as const;
const notification = (changes: Partial<Notification>): Notification => ({
  _id: 'q1',
  event: 'announcement',
  at: '2026-01-01T00:00:00Z',
  position: 1,
  isUnread: true,
  course: null,
  text: null,
  certificateNumber: null,
  role: null,
  ...changes,
});

test('every notification says what happened and links to the page about it', () => {
  const described = notificationEvents.map((event) =>
    describeNotification(notification({ event, course, certificateNumber: 'N1', role: 'Instructor' })),
  );
  expect(described).toEqual([
    { title: 'Announcement for Optics', to: '/showAnnouncement' },
    { title: 'Message about Optics', to: '/showAnnouncement' },
    { title: 'Your written quiz in Optics was marked', to: '/quizzes?course=PHY&enrolment=e1' },
    { title: 'A written quiz in Optics awaits marks', to: '/marking/q1' },
    { title: 'You are now an Instructor', to: '/myProfile' },
    { title: 'Your request to be an Instructor was declined', to: '/myProfile' },
    { title: 'Optics was changed', to: '/showMoudules/e1' },
    { title: 'Optics was removed from the catalogue. You can still finish it', to: '/showMoudules/e1' },
    { title: 'Optics is back in the catalogue', to: '/showMoudules/e1' },
    { title: 'Your certificate for Optics was issued', to: '/verify/N1' },
  ]);
  expect(describeNotification(notification({})).title).toBe('Announcement to everybody');
  expect(describeNotification(notification({ event: 'role-declined' })).title).toBe(
    'Your request for another role was declined',
  );
});

test('links to the pages that the teacher of a course, who is not enrolled, can open', () => {
  const taught = { ...course, enrolmentId: null };
  const events = ['course-changed', 'course-withdrawn', 'course-restored'] as const;
  expect(events.map((event) => describeNotification(notification({ event, course: taught })))).toEqual([
    { title: 'Optics was changed', to: '/courseDetails/c1' },
    { title: 'Optics was removed from the catalogue', to: '/courseStudents/c1' },
    { title: 'Optics is back in the catalogue', to: '/courseDetails/c1' },
  ]);
});

test('also offers staff the kinds for students, because they may have been students before', () => {
  const all = ['announcement', 'quiz-marked', 'quiz-waiting', 'role', 'course', 'certificate'];
  expect(listKindsOfRole('Student')).toEqual(all.filter((kind) => kind !== 'quiz-waiting'));
  for (const role of ['Instructor', 'Admin'] as const) expect(listKindsOfRole(role)).toEqual(all);
});
