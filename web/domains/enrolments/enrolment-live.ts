import type { LiveMessage } from '#contract/live-messages.ts';
import type { Course } from '#contract/schemas/courses.ts';
import type { EnrolledCourse, Progress } from '#contract/schemas/enrolments.ts';
import { changeItems } from '../../client/live/change-items.ts';
import type { LiveEvents } from '../../client/live/live-events.ts';
import { queryClient } from '../../client/query-client.ts';

type List = readonly EnrolledCourse[];

export const enrolmentsKey = ['enrolments'] as const;

/** Changes the cached enrolments, if there are any. */
export const updateCachedEnrolments = (change: (list: List) => List): void => {
  queryClient.setQueriesData<List>({ queryKey: enrolmentsKey }, (list) => list && change(list));
};

export const refetchEnrolments = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: enrolmentsKey });

/** Appends an enrolment, or replaces the cached one with the same id. */
const insertEnrolment = (list: List, enrolment: EnrolledCourse): List =>
  list.some(({ _id }) => _id === enrolment._id)
    ? list.map((cached) => (cached._id === enrolment._id ? enrolment : cached))
    : [...list, enrolment];

const updateEnrolment = (
  list: List,
  id: string,
  change: (enrolment: EnrolledCourse) => Partial<EnrolledCourse>,
): List =>
  list.map((enrolment) => (enrolment._id === id ? { ...enrolment, ...change(enrolment) } : enrolment));

export const omitEnrolment = (list: List, id: string): List => list.filter(({ _id }) => _id !== id);

/** Marks a course as started. Modules that the student completed before leaving it and enrolling again stay completed. */
export const markStarted = (list: List, id: string): List =>
  updateEnrolment(list, id, () => ({ started: true }));

/** Sets the number of completed modules. It never decreases, even if answers arrive out of order. */
export const setCompletedModules = (list: List, id: string, completedModules: number): List =>
  updateEnrolment(list, id, (enrolment) => ({
    started: true,
    completedModules: Math.max(completedModules, enrolment.completedModules),
  }));

/** Sets the number of completed modules, even to a lower one, unlike {@link setCompletedModules}: live updates arrive in order. */
const setProgress = (list: List, { enrolmentId, completedModules }: Progress): List =>
  updateEnrolment(list, enrolmentId, () => ({ started: true, completedModules }));

/** Copies the fields of a listed course, except its id, into its enrolment, unless they are older than the cached ones. */
const copyCourseFields = (list: List, { _id: courseId, ...course }: Course): List =>
  list.map((enrolment) =>
    enrolment.courseId === courseId && Date.parse(course.updatedAt) >= Date.parse(enrolment.updatedAt)
      ? { ...enrolment, ...course, withdrawn: false }
      : enrolment,
  );

/** Applies one live update to a student's enrolments, which are sorted by time, oldest first. */
export const mergeIntoEnrolments = (list: List, update: LiveMessage): List => {
  switch (update.kind) {
    case 'enrolment-added':
      return insertEnrolment(list, update.data);
    case 'enrolment-removed':
      return omitEnrolment(list, update.data._id);
    case 'progress-changed':
      return setProgress(list, update.data);
    case 'course-changed':
    case 'course-restored':
      return copyCourseFields(list, update.data);
    case 'course-removed':
      return changeItems(list, ({ courseId }) => courseId === update.data._id, { withdrawn: true });
    default:
      return list;
  }
};

export const mergeIntoCachedEnrolments = (update: LiveMessage): void =>
  updateCachedEnrolments((list) => mergeIntoEnrolments(list, update));

export const registerEnrolmentLiveHandlers = (live: LiveEvents): void => {
  live.updates.on(mergeIntoCachedEnrolments);
};
