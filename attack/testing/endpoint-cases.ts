import type { endpoints } from '#contract/endpoints.ts';
import { videosPerCourse } from '#contract/schemas/videos.ts';
import type { Caller, Ownership } from './callers.ts';
import { createCourseBody, type Scene } from './scene.ts';

export type EndpointName = keyof typeof endpoints;

type PathAndBody = { path: string; body?: object };
type EndpointCase = {
  ownership: Ownership;
  /** Creates the record, if the request needs a new one, and returns path and body. */
  request: (scene: Scene, caller: Caller) => PathAndBody | Promise<PathAndBody>;
};

const requestTo =
  (path: string): EndpointCase['request'] =>
  () => ({ path });
const withoutOwner = (path: string): EndpointCase => ({
  ownership: 'anybody permitted',
  request: requestTo(path),
});
const aboutOwner = (path: string): EndpointCase => ({
  ownership: 'owner or Admin',
  request: ({ people }) => ({ path: path + encodeURIComponent(people.owner.email) }),
});
// In requests about progress, notes and reviews, `courseId` may be the id of an enrolment.
const takeNote = async ({ act, people, addStartedCourse }: Scene) =>
  act(people.owner, 'POST', '/notes', { notes: 'Mine.', courseId: await addStartedCourse() });
const announce = ({ act, people }: Scene) =>
  act(people.teacher, 'POST', '/announcement', { type: 'Course Related', text: 'Tomorrow.' });
/** Removes a record. @returns the request that restores it. */
const removeAndDescribeRestoration = async (
  scene: Scene,
  path: string,
  id: string,
  by: 'owner' | 'teacher' | 'admin',
) => {
  await scene.act(scene.people[by], 'DELETE', `${path}/${id}`);
  return { path: `${path}/${id}/restoration` };
};

/**
 * One case per endpoint; an endpoint without a case is a type error. `ownership` says which callers may use the record, provided
 * that their role has the permission (`contract/policies.ts`).
 */
export const endpointCases: Readonly<Record<EndpointName, EndpointCase>> = {
  listCourses: withoutOwner('/courses'),
  readCatalogue: withoutOwner('/catalogue'),
  readCourse: {
    ownership: 'anybody permitted',
    request: ({ courseId }) => ({ path: `/courses/${courseId}` }),
  },
  addCourse: {
    ownership: 'anybody permitted',
    request: ({ people }) => ({ path: '/courses', body: createCourseBody(people.teacher.userId) }),
  },
  editCourse: {
    ownership: 'anybody permitted',
    request: async ({ addCourse, people }) => ({
      path: `/courses/${await addCourse()}`,
      body: { ...createCourseBody(people.teacher.userId), price: 2 },
    }),
  },
  removeCourse: {
    ownership: 'anybody permitted',
    request: async ({ addCourse }) => ({ path: `/courses/${await addCourse()}` }),
  },
  setCourseVideos: {
    ownership: 'teacher or Admin',
    request: async ({ addCourse }) => ({
      path: `/courses/${await addCourse()}/videos`,
      body: {
        videos: Array.from({ length: videosPerCourse }, (_, index) => `https://school.example/${index}.mp4`),
      },
    }),
  },
  restoreCourse: {
    ownership: 'anybody permitted',
    request: async (scene) =>
      removeAndDescribeRestoration(scene, '/courses', await scene.addCourse(), 'admin'),
  },
  revertCourse: {
    ownership: 'anybody permitted',
    request: async ({ addCourse, act, people }) => {
      const id = await addCourse();
      await act(people.admin, 'PUT', `/courses/${id}`, {
        ...createCourseBody(people.teacher.userId),
        price: 2,
      });
      return { path: `/courses/${id}/reversion`, body: { version: 1, expectedVersion: 2 } };
    },
  },
  listTaughtCourses: withoutOwner('/taughtCourses'),
  readRoster: {
    ownership: 'teacher or Admin',
    request: ({ courseId }) => ({ path: `/courses/${courseId}/students` }),
  },
  readStudentInCourse: {
    ownership: 'teacher or Admin',
    request: ({ courseId, people }) => ({ path: `/courses/${courseId}/students/${people.owner.userId}` }),
  },
  messageStudents: {
    ownership: 'teacher or Admin',
    request: async ({ courseId, people, act }) => {
      await act(people.owner, 'POST', '/enrolledCourses', { courseId });
      return {
        path: `/courses/${courseId}/messages`,
        body: { text: 'How are you?', studentIds: [people.owner.userId] },
      };
    },
  },
  readUserType: aboutOwner('/userType?email='),
  readDashboard: withoutOwner('/dashboard'),
  recordReading: {
    ownership: 'anybody permitted',
    request: ({ people }) => ({ path: '/readings', body: { what: 'notes', userId: people.owner.userId } }),
  },
  readInsightTime: withoutOwner('/insight/time'),
  readInsightHours: withoutOwner('/insight/hours'),
  readInsightFunnel: withoutOwner('/insight/funnel'),
  readInsightQuestions: withoutOwner('/insight/questions'),
  listUsers: withoutOwner('/users'),
  readDirectory: withoutOwner('/directory'),
  readUser: aboutOwner('/users/'),
  registerUser: {
    ownership: 'owner',
    request: ({ people: { owner } }) => ({
      path: '/users',
      body: { name: 'Anna', imageUrl: '/mark.svg', email: owner.email, userType: 'Student' },
    }),
  },
  editOwnProfile: {
    ownership: 'owner',
    request: ({ people: { owner } }) => ({
      path: `/users/${encodeURIComponent(owner.email)}`,
      body: { name: 'Anna', imageUrl: '/mark.svg' },
    }),
  },
  changeUserRole: {
    ownership: 'anybody permitted',
    request: ({ people }) => ({ path: `/users/${people.owner.userId}`, body: { userType: 'Student' } }),
  },
  declineUserWish: {
    ownership: 'anybody permitted',
    request: ({ people }) => ({ path: `/users/${people.owner.userId}/wish` }),
  },
  // An unknown user, so that nobody is removed from the scene.
  removeUser: {
    ownership: 'anybody permitted',
    request: requestTo('/users/00000000-0000-4000-8000-000000000000'),
  },
  addBookmark: {
    ownership: 'owner',
    request: async ({ people, addCourse }) => ({
      path: '/bookmarks',
      body: { courseId: await addCourse(), bookmarkedEmail: people.owner.email },
    }),
  },
  listBookmarks: aboutOwner('/bookmarks/'),
  removeBookmark: {
    ownership: 'owner',
    request: async ({ act, people, addCourse }) => ({
      path: `/bookmarks/${await act(people.owner, 'POST', '/bookmarks', { courseId: await addCourse() })}`,
    }),
  },
  enrol: {
    ownership: 'owner',
    request: async ({ people, addCourse }) => ({
      path: '/enrolledCourses',
      body: { courseId: await addCourse(), userEmail: people.owner.email },
    }),
  },
  listEnrolledCourses: aboutOwner('/enrolledCourses?email='),
  leaveCourse: {
    ownership: 'owner',
    request: async ({ addStartedCourse }) => ({ path: `/enrolledCourses/${await addStartedCourse()}` }),
  },
  startProgress: {
    ownership: 'owner',
    request: async ({ act, people, addCourse }) => ({
      path: '/progress',
      body: {
        courseId: await act(people.owner, 'POST', '/enrolledCourses', { courseId: await addCourse() }),
      },
    }),
  },
  readProgress: {
    ownership: 'owner or Admin',
    request: ({ people, enrolmentId }) => ({
      path: `/progress?userEmail=${encodeURIComponent(people.owner.email)}&courseId=${enrolmentId}`,
    }),
  },
  listProgress: aboutOwner('/progress/'),
  completeModule: {
    ownership: 'owner',
    request: async ({ addStartedCourse }) => ({ path: `/progress/${await addStartedCourse()}`, body: {} }),
  },
  listReviews: withoutOwner('/reviews'),
  readRatings: withoutOwner('/ratings'),
  readCourseRatings: {
    ownership: 'anybody permitted',
    request: ({ courseId }) => ({ path: `/ratings/${courseId}` }),
  },
  listCourseFigures: withoutOwner('/courseFigures'),
  listHighRatedCourses: withoutOwner('/highRatedCourses'),
  submitReview: {
    ownership: 'owner',
    request: ({ enrolmentId }) => ({
      path: '/reviews',
      body: { courseId: enrolmentId, rating: 8, comment: 'Good.' },
    }),
  },
  removeReview: {
    ownership: 'owner or Admin',
    request: async ({ addReview }) => ({ path: `/reviews/${await addReview()}` }),
  },
  restoreReview: {
    ownership: 'anybody permitted',
    request: async (scene) =>
      removeAndDescribeRestoration(scene, '/reviews', await scene.addReview(), 'admin'),
  },
  startQuiz: {
    ownership: 'owner',
    request: async ({ addStartedCourse }) => ({
      path: '/quizzes',
      body: { code: 'MTH', kind: 'mcq', enrolmentId: await addStartedCourse() },
    }),
  },
  submitQuiz: {
    ownership: 'owner',
    request: async ({ startQuiz }) => ({ path: `/quizzes/${await startQuiz()}/answers`, body: {} }),
  },
  listQuizzes: aboutOwner('/quizzes?email='),
  listQuizzesToMark: withoutOwner('/quizzes/marking'),
  readQuiz: {
    ownership: 'owner, teacher or Admin',
    request: async ({ submitWrittenQuiz }) => ({ path: `/quizzes/${(await submitWrittenQuiz()).id}` }),
  },
  markQuiz: {
    ownership: 'teacher or Admin',
    request: async ({ submitWrittenQuiz }) => {
      const { id, questionIds } = await submitWrittenQuiz();
      const marks = Object.fromEntries(questionIds.map((questionId) => [questionId, 5]));
      return { path: `/quizzes/${id}/marks`, body: { marks, remark: 'Good.' } };
    },
  },
  collectCertificate: {
    ownership: 'owner',
    request: ({ enrolmentId }) => ({ path: '/certificates', body: { enrolmentId } }),
  },
  keepPlayback: {
    ownership: 'owner',
    request: ({ enrolmentId }) => ({ path: '/playback', body: { enrolmentId, module: 1, second: 1 } }),
  },
  listPlayback: aboutOwner('/playback?email='),
  readPresence: {
    ownership: 'anybody permitted',
    request: ({ courseId }) => ({ path: `/presence?course=${courseId}` }),
  },
  takeNote: {
    ownership: 'owner',
    request: ({ enrolmentId }) => ({ path: '/notes', body: { notes: 'Mine.', courseId: enrolmentId } }),
  },
  listNotes: aboutOwner('/notes/'),
  editNote: {
    ownership: 'owner',
    request: async (scene) => ({ path: `/notes/${await takeNote(scene)}`, body: { notes: 'Changed.' } }),
  },
  removeNote: {
    ownership: 'owner',
    request: async (scene) => ({ path: `/notes/${await takeNote(scene)}` }),
  },
  restoreNote: {
    ownership: 'owner',
    request: async (scene) => removeAndDescribeRestoration(scene, '/notes', await takeNote(scene), 'owner'),
  },
  readActivity: aboutOwner('/activity/'),
  listCertificates: aboutOwner('/certificates/'),
  verifyCertificate: {
    ownership: 'anybody permitted',
    request: ({ certificateNumber }) => ({ path: `/verify/${certificateNumber}` }),
  },
  postAnnouncement: {
    ownership: 'anybody permitted',
    request: () => ({ path: '/announcement', body: { type: 'Course Related', text: 'Tomorrow.' } }),
  },
  listAnnouncements: withoutOwner('/announcement'),
  withdrawAnnouncement: {
    ownership: 'teacher or Admin',
    request: async (scene) => ({ path: `/announcement/${await announce(scene)}` }),
  },
  restoreAnnouncement: {
    ownership: 'teacher or Admin',
    request: async (scene) =>
      removeAndDescribeRestoration(scene, '/announcement', await announce(scene), 'teacher'),
  },
  seeAnnouncements: {
    ownership: 'anybody permitted',
    request: () => ({ path: '/announcement/seen', body: { position: 0 } }),
  },
  readAnnouncementsSeen: withoutOwner('/announcement/seen'),
  readAnnouncementReach: withoutOwner('/announcement/reach'),
  listNotifications: withoutOwner('/notifications'),
  seeNotifications: {
    ownership: 'anybody permitted',
    request: () => ({ path: '/notifications/seen', body: { position: 0 } }),
  },
  switchNotifications: {
    ownership: 'anybody permitted',
    request: () => ({ path: '/notifications/settings', body: { switchedOff: ['course'] } }),
  },
  readAudit: withoutOwner('/audit'),
  readLog: withoutOwner('/log?to=1'),
  copyOwnData: {
    ownership: 'anybody permitted',
    request: () => ({ path: '/me/data', body: { timeZone: 'UTC' } }),
  },
  removeOwnAccount: {
    ownership: 'nobody',
    // The address of somebody else, so that the request is refused and nobody is removed from the scene.
    request: ({ people }, caller) => ({
      path: '/me/removal',
      body: { email: people[caller === 'owner' ? 'otherStudent' : 'owner'].email },
    }),
  },
};
