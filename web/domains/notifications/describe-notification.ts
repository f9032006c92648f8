import { isPermitted } from '#contract/policies.ts';
import type { Notification, NotificationKind } from '#contract/schemas/notifications.ts';
import type { UserType } from '#contract/schemas/users.ts';
import { getQuizPath, paths } from '../../client/paths.ts';

/** The names of the kinds, as the settings show them. */
export const kindNames: Record<NotificationKind, string> = {
  announcement: 'Announcements',
  'quiz-marked': 'Marks for your quizzes',
  'quiz-waiting': 'Quizzes to mark',
  role: 'Changes to your role',
  course: 'Changes to your courses',
  certificate: 'Certificates',
};

/**
 * Returns the kinds that a user of this role can get. Staff also get the kinds for students, because they may have been students
 * before.
 */
export const listKindsOfRole = (role: UserType): NotificationKind[] =>
  (Object.keys(kindNames) as NotificationKind[]).filter(
    (kind) => kind !== 'quiz-waiting' || isPermitted(role, 'quiz.mark'),
  );

type Description = { title: string; to: string };

const withArticle = (role: string) => `${/^[AEIOU]/.test(role) ? 'an' : 'a'} ${role}`;

/** Returns what a notification says, and the path of the page that it links to. */
export const describeNotification = ({
  _id,
  event,
  course,
  role,
  certificateNumber,
}: Notification): Description => {
  const courseName = course?.name ?? 'a course';
  const getCoursePath = () => {
    if (!course) return paths.allCourses;
    return course.enrolmentId === null
      ? paths.courseDetails(course._id)
      : paths.showModules(course.enrolmentId);
  };
  switch (event) {
    case 'announcement':
      return {
        title: course ? `Announcement for ${courseName}` : 'Announcement to everybody',
        to: paths.showAnnouncement,
      };
    case 'student-message':
      return { title: `Message about ${courseName}`, to: paths.showAnnouncement };
    case 'quiz-marked':
      return {
        title: `Your written quiz in ${courseName} was marked`,
        to:
          course && course.enrolmentId !== null
            ? getQuizPath({ _id: course.enrolmentId, course_code: course.code })
            : paths.quizzes,
      };
    case 'quiz-waiting':
      return { title: `A written quiz in ${courseName} awaits marks`, to: paths.markQuiz(_id) };
    case 'role-changed':
      return { title: `You are now ${withArticle(role ?? 'user')}`, to: paths.myProfile };
    case 'role-declined':
      return {
        title:
          role === null
            ? 'Your request for another role was declined'
            : `Your request to be ${withArticle(role)} was declined`,
        to: paths.myProfile,
      };
    case 'course-changed':
      return { title: `${courseName} was changed`, to: getCoursePath() };
    case 'course-withdrawn':
      // A reader without an enrolment is the teacher. The public page of the course is gone, so the link leads to its students.
      return course !== null && course.enrolmentId === null
        ? { title: `${courseName} was removed from the catalogue`, to: paths.courseStudents(course._id) }
        : {
            title: `${courseName} was removed from the catalogue. You can still finish it`,
            to: getCoursePath(),
          };
    case 'course-restored':
      return { title: `${courseName} is back in the catalogue`, to: getCoursePath() };
    case 'certificate':
      return {
        title: `Your certificate for ${courseName} was issued`,
        to: paths.verify(certificateNumber ?? ''),
      };
  }
};
