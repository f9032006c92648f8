import type { CommandExecutor } from '#events/log/command-executor.ts';
import { enrolmentIdOf } from '#platform/identity/record-ids.ts';
import { enrolmentById } from '../../aggregates/enrolment.ts';

/** An enrolment and its course, by id. */
type EnrolmentRef = {
  enrolmentId: string;
  courseId: string;
  /** Which of the two ids the client sent. Events of notes and reviews store it under this name. */
  courseCalledBy: 'enrolment' | 'course';
};

/**
 * Finds the enrolment that an id means. The id of an enrolment means that enrolment, even if it is another student's. The id of a
 * course means the user's own enrolment in this course. The course of an enrolment never changes, so the result stays valid until
 * the decision.
 * @returns a reference to an unknown enrolment if the id means none.
 */
export const resolveEnrolment = async (
  executor: Pick<CommandExecutor, 'find'>,
  { userId, id }: { userId: string; id: string },
): Promise<EnrolmentRef> => {
  const byCourse: EnrolmentRef = {
    enrolmentId: enrolmentIdOf(userId, id),
    courseId: id,
    courseCalledBy: 'course',
  };
  const streams = { enrolment: enrolmentById(id), enrolmentInCourse: enrolmentById(byCourse.enrolmentId) };
  const found = await executor.find(streams, ({ enrolment, enrolmentInCourse }): EnrolmentRef | null => {
    if (enrolment.status !== 'unknown')
      return { enrolmentId: id, courseId: enrolment.courseId, courseCalledBy: 'enrolment' };
    return enrolmentInCourse.status === 'unknown' ? null : byCourse;
  });
  return found ?? byCourse;
};
