import { adminsStream } from '#events/catalogue/streams/admins.ts';
import { announcementStream } from '#events/catalogue/streams/announcement.ts';
import { type CourseFields, courseStream } from '#events/catalogue/streams/course.ts';
import { userStream } from '#events/catalogue/streams/user.ts';
import { announcementIdOf, courseIdOf, userIdOf } from '#platform/identity/record-ids.ts';
import type { SeededRandom } from '#platform/seeded-random.ts';
import type { PersonAppend, StreamEvent } from './person-append.ts';

const schoolSize = { courses: 400, instructors: 60 };

const admin = userIdOf('the admin');
const adminActor = { id: admin, role: 'Admin' } as const;

const createFields = (number: number): CourseFields => ({
  code: 'CSE',
  name: `Course ${number}`,
  duration: '3 years',
  difficulty: '7',
  category: 'Engineering',
  details: 'How data is stored, found and changed by many users at once. '.repeat(8),
  instructor: 'E. Codd',
  price: number / 4,
  imageUrl: `/courses/${number}.svg`,
  instructorId: null,
  videos: null,
});

const createRegistration = (uid: string): StreamEvent => {
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

/**
 * Returns the first appends of the school: its Admin, its instructors and its courses. One in ten instructors is refused the role and
 * posts announcements nevertheless, which makes no difference to the projections.
 */
export const createOpening = (): { appends: PersonAppend[]; courses: string[]; instructors: string[] } => {
  const uids = Array.from({ length: schoolSize.instructors }, (_, number) => `instructor ${number}`);
  const instructors = uids.map(userIdOf);
  const courses = Array.from({ length: schoolSize.courses }, (_, number) => courseIdOf(admin, `${number}`));
  const events: StreamEvent[] = [
    createRegistration('the admin'),
    [adminsStream, { type: 'AdminAppointed', data: { userId: admin } }],
  ];
  for (const [number, uid] of uids.entries()) {
    const stream = userStream(userIdOf(uid));
    events.push(createRegistration(uid), [
      stream,
      number % 10 === 0
        ? { type: 'UserWishDeclined', data: { wishedType: 'Instructor' } }
        : { type: 'UserRoleChanged', data: { from: 'Student', to: 'Instructor' } },
    ]);
  }
  for (const [number, id] of courses.entries())
    events.push([courseStream(id), { type: 'CourseAdded', data: createFields(number) }]);
  return { appends: events.map((event) => ({ actor: adminActor, events: [event] })), courses, instructors };
};

/**
 * Yields an endless sequence of appends by the staff: edits, announcements, removals (half of which are undone), and appointments and
 * dismissals of the Admin.
 */
export function* staffAppends(
  { courses, instructors }: Pick<ReturnType<typeof createOpening>, 'courses' | 'instructors'>,
  random: SeededRandom,
): Generator<PersonAppend> {
  for (let number = 0; ; number += 1) {
    const streamOfCourse = courseStream(random.pick(courses));
    const price = random.integerBelow(1_000);
    yield {
      actor: adminActor,
      events: [[streamOfCourse, { type: 'CourseEdited', data: { changes: { price } } }]],
    };
    if (number % 10 === 0) {
      yield { actor: adminActor, events: [[streamOfCourse, { type: 'CourseRemoved', data: {} }]] };
      if (number % 20 === 0)
        yield { actor: adminActor, events: [[streamOfCourse, { type: 'CourseRestored', data: {} }]] };
    }
    if (number % 30 === 0)
      yield {
        actor: adminActor,
        events: [
          [adminsStream, { type: 'AdminAppointed', data: { userId: admin } }],
          [adminsStream, { type: 'AdminDismissed', data: { userId: admin } }],
        ],
      };
    const userId = random.pick(instructors);
    const actor = { id: userId, role: 'Instructor' } as const;
    const stream = announcementStream(announcementIdOf(userId, `${number}`));
    const announcement = { userId, courseId: random.chance(0.5) ? random.pick(courses) : null };
    const content = {
      type: 'Course Related',
      date: '2026-03-05',
      text: 'The lesson begins at nine. '.repeat(5),
    } as const;
    yield {
      actor,
      events: [
        [
          stream,
          { type: 'AnnouncementPosted', data: { ...announcement, userType: 'Instructor', ...content } },
        ],
      ],
    };
    if (number % 8 !== 0) continue;
    yield {
      actor,
      events: [[stream, { type: 'AnnouncementWithdrawn', data: { ...announcement, by: 'poster' } }]],
    };
    if (number % 16 === 0)
      yield { actor, events: [[stream, { type: 'AnnouncementRestored', data: announcement }]] };
  }
}
