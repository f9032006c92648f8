import { adminsStream } from '#events/catalogue/admins.ts';
import { announcementStream } from '#events/catalogue/announcement.ts';
import { type CourseFacts, courseStream } from '#events/catalogue/course.ts';
import { userStream } from '#events/catalogue/user.ts';
import { announcementIdOf, courseIdOf, userIdOf } from '#platform/identity/ids.ts';
import type { Chance } from './chance.ts';
import type { Act, Session } from './session.ts';

const howMany = { courses: 400, instructors: 60 };

const admin = userIdOf('the admin');
const byAdmin = { id: admin, role: 'Admin' } as const;

const factsOf = (number: number): CourseFacts => ({
  ...{ code: 'CSE', name: `Course ${number}`, duration: '3 years', difficulty: '7', category: 'Engineering' },
  ...{
    details: 'How data is kept, found again, and changed by many at once. '.repeat(8),
    instructor: 'E. Codd',
  },
  ...{ price: number / 4, imageUrl: `/courses/${number}.svg`, instructorId: null, videos: null },
});

const registered = (uid: string): Act => {
  const profile = {
    name: uid,
    email: `${uid.replaceAll(' ', '-')}@example.org`,
    imageUrl: '/people/staff.svg',
  };
  const role = { userType: 'Student', wishedType: 'Instructor' } as const;
  return [
    userStream(userIdOf(uid)),
    { type: 'UserRegistered', data: { identity: uid, ...profile, ...role } },
  ];
};

/** The school as it opens: its admin, its instructors (one in ten is declined), its courses. */
export const opening = (): { sessions: Session[]; courses: string[]; instructors: string[] } => {
  const uids = Array.from({ length: howMany.instructors }, (_, number) => `instructor ${number}`);
  const instructors = uids.map(userIdOf);
  const courses = Array.from({ length: howMany.courses }, (_, number) => courseIdOf(admin, `${number}`));
  const acts: Act[] = [
    registered('the admin'),
    [adminsStream, { type: 'AdminAppointed', data: { userId: admin } }],
  ];
  for (const [number, uid] of uids.entries()) {
    const person = userStream(userIdOf(uid));
    acts.push(registered(uid), [
      person,
      number % 10 === 0
        ? { type: 'UserWishDeclined', data: { wishedType: 'Instructor' } }
        : { type: 'UserRoleChanged', data: { from: 'Student', to: 'Instructor' } },
    ]);
  }
  for (const [number, id] of courses.entries())
    acts.push([courseStream(id), { type: 'CourseAdded', data: factsOf(number) }]);
  return { sessions: acts.map((act) => ({ by: byAdmin, acts: [act] })), courses, instructors };
};

/** What the staff does between: edits, removals that are taken back or not, announcements. For ever. */
export function* workOf(
  { courses, instructors }: Pick<ReturnType<typeof opening>, 'courses' | 'instructors'>,
  chance: Chance,
): Generator<Session> {
  for (let number = 0; ; number += 1) {
    const course = courseStream(chance.oneOf(courses));
    const price = chance.below(1_000);
    yield { by: byAdmin, acts: [[course, { type: 'CourseEdited', data: { changes: { price } } }]] };
    if (number % 10 === 0) {
      yield { by: byAdmin, acts: [[course, { type: 'CourseRemoved', data: {} }]] };
      if (number % 20 === 0) yield { by: byAdmin, acts: [[course, { type: 'CourseRestored', data: {} }]] };
    }
    if (number % 30 === 0)
      yield {
        by: byAdmin,
        acts: [
          [adminsStream, { type: 'AdminAppointed', data: { userId: admin } }],
          [adminsStream, { type: 'AdminDismissed', data: { userId: admin } }],
        ],
      };
    const userId = chance.oneOf(instructors);
    const by = { id: userId, role: 'Instructor' } as const;
    const stream = announcementStream(announcementIdOf(userId, `${number}`));
    const whose = { userId, courseId: chance.happens(0.5) ? chance.oneOf(courses) : null };
    const says = {
      type: 'Course Related',
      date: '2026-03-05',
      text: 'The lesson begins at nine. '.repeat(5),
    } as const;
    yield {
      by,
      acts: [[stream, { type: 'AnnouncementPosted', data: { ...whose, userType: 'Instructor', ...says } }]],
    };
    if (number % 8 !== 0) continue;
    yield { by, acts: [[stream, { type: 'AnnouncementWithdrawn', data: { ...whose, by: 'poster' } }]] };
    if (number % 16 === 0) yield { by, acts: [[stream, { type: 'AnnouncementRestored', data: whose }]] };
  }
}
