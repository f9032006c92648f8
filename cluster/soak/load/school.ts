import type { Person } from '../../services/people.ts';

/** A student's enrolment in a course, as the load knows it. */
export type Enrolment = {
  courseId: string;
  /** The id of the enrolment in `PATCH /progress/{id}`, which completes modules. */
  progressId: string;
  completedModules: number;
  hasCertificate: boolean;
  hasReview: boolean;
};

/** A person of the load with their records. A person makes one visit at a time. */
export type Participant = {
  person: Person;
  isBusy: boolean;
  enrolments: Enrolment[];
  /** Ids of the notes, and of the bookmarks by course. */
  notes: string[];
  bookmarks: Map<string, string>;
};

/** The people and courses of the school, as far as the load knows them. */
export type School = {
  admins: readonly Participant[];
  instructors: readonly Participant[];
  /** Students are added when they register, and taken out before they are removed. */
  students: Participant[];
  courseIds: string[];
  announcements: string[];
  /** Written quizzes that await marks, with the question that was answered. */
  quizzesToMark: { id: string; questionId: string }[];
};

/** Creates a participant who has no records yet. */
export const createParticipant = (person: Person): Participant => ({
  ...{ person, isBusy: false, enrolments: [], notes: [], bookmarks: new Map() },
});

/** Returns a random element; undefined if there is none. */
export const chooseAny = <T>(elements: readonly T[]): T | undefined =>
  elements[Math.floor(Math.random() * elements.length)];

/** Removes a random element. @returns it; undefined if there is none. */
export const takeAny = <T>(elements: T[]): T | undefined =>
  elements.splice(Math.floor(Math.random() * elements.length), 1)[0];
