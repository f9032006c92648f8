import type { Activity } from '#contract/activity.ts';
import { type EnrolledCourse, modulesOfACourse } from '#contract/enrolments.ts';
import { useActivity } from '../../../domains/activity/activity.ts';
import { totalOf } from '../../../domains/activity/year.ts';
import { useEnrolments } from '../../../domains/enrolments/enrolments.ts';
import { paths } from '../../../client/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../client/api/error-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Figures } from '../figures.tsx';
import { ProfileSection } from '../section.tsx';
import { CourseProgress } from './course-progress.tsx';

/** What it all comes to. Notes and quizzes that were taken count, also where they were removed or the course was left since. */
const totalsOf = (enrolments: readonly EnrolledCourse[], days: Activity['days'] | undefined) => {
  const total = (kind: Parameters<typeof totalOf>[1]) => (days ? totalOf(days, kind) : null);
  return [
    { name: 'Enrolled courses', value: enrolments.length },
    {
      name: 'Completed courses',
      value: enrolments.filter(({ completedModules }) => completedModules === modulesOfACourse).length,
    },
    {
      name: 'Modules completed',
      value: enrolments.reduce((sum, { completedModules }) => sum + completedModules, 0),
    },
    { name: 'Notes taken', value: total('note') },
    { name: 'Quizzes taken', value: total('quiz') },
    { name: 'Certificates', value: total('certificate') },
  ];
};

const Courses = ({ enrolments }: { enrolments: readonly EnrolledCourse[] }) =>
  enrolments.length === 0 ? (
    <div className="mt-6">
      <EmptyState
        sentence="You have not joined a course yet."
        detail="Press Enroll on the page of a course; how far you are stands here from then on."
        action={<ButtonLink to={paths.allCourses}>Show All Courses</ButtonLink>}
      />
    </div>
  ) : (
    <ul className="mt-6 grid gap-4 xl:grid-cols-2">
      {enrolments.map((enrolment) => (
        <li key={enrolment._id} className="grid min-w-0">
          <CourseProgress enrolment={enrolment} />
        </li>
      ))}
    </ul>
  );

/** A student's courses: the totals, and how far each of them is. Follows what other tabs do. */
export const CourseSummary = () => {
  const { data, error, isFetching, refetch } = useEnrolments();
  const days = useActivity().data?.days;
  return (
    <ProfileSection title="Course Summary">
      {data ? (
        <>
          <Figures figures={totalsOf(data, days)} />
          <Courses enrolments={data} />
        </>
      ) : error ? (
        <ErrorState
          title="The courses could not be loaded"
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <div role="status" className="grid gap-4">
          <span className="sr-only">Loading the courses</span>
          <Skeleton className="h-40 rounded-card" />
          <Skeleton className="h-36 rounded-card" />
        </div>
      )}
    </ProfileSection>
  );
};
