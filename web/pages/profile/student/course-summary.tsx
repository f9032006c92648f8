import type { Activity, ActivityKind } from '#contract/schemas/activity.ts';
import { type EnrolledCourse, modulesPerCourse } from '#contract/schemas/enrolments.ts';
import { QueryView } from '../../../client/api/query-view.tsx';
import { paths } from '../../../client/paths.ts';
import { countActivities } from '../../../domains/activity/activity-calendar.ts';
import { useActivity } from '../../../domains/activity/activity-queries.ts';
import { useEnrolments } from '../../../domains/enrolments/enrolment-queries.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { ProfileSection } from '../profile-section.tsx';
import { CourseProgress } from './course-progress.tsx';

type KeyFigure = { name: string; value: number | null };

/** Key figures with labels. Space is reserved for unknown numbers. */
const KeyFigures = ({ figures }: { figures: readonly KeyFigure[] }) => (
  <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-hairline bg-hairline shadow-card sm:grid-cols-3">
    {figures.map(({ name, value }) => (
      <div key={name} className="flex flex-col-reverse justify-end bg-surface p-5">
        <dt className="text-sm text-muted">{name}</dt>
        <dd className="font-serif text-3xl font-semibold tabular-nums">
          {value === null ? '\u00a0' : value.toLocaleString('en')}
        </dd>
      </div>
    ))}
  </dl>
);

/** Returns the totals. Those from `days` also count removed notes, and what the student did in courses that they have left. */
const computeTotals = (enrolments: readonly EnrolledCourse[], days: Activity['days'] | undefined) => {
  const countAll = (kind: ActivityKind) => (days ? countActivities(days, kind) : null);
  return [
    { name: 'Enrolled courses', value: enrolments.length },
    {
      name: 'Completed courses',
      value: enrolments.filter(({ completedModules }) => completedModules === modulesPerCourse).length,
    },
    {
      name: 'Modules completed',
      value: enrolments.reduce((sum, { completedModules }) => sum + completedModules, 0),
    },
    { name: 'Notes taken', value: countAll('note') },
    { name: 'Quizzes taken', value: countAll('quiz') },
    { name: 'Certificates', value: countAll('certificate') },
  ];
};

const Courses = ({ enrolments }: { enrolments: readonly EnrolledCourse[] }) =>
  enrolments.length === 0 ? (
    <div className="mt-6">
      <EmptyState
        sentence="You are not enrolled in a course yet."
        detail="Enroll in a course to see your progress."
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

/** A student's courses with totals and progress. Updates live. */
export const CourseSummary = () => {
  const days = useActivity().data?.days;
  return (
    <ProfileSection title="Course Summary">
      <QueryView
        query={useEnrolments()}
        title="The courses could not be loaded"
        loading={
          <Loading label="Loading the courses" className="grid gap-4">
            <Skeleton className="h-40 rounded-card" />
            <Skeleton className="h-36 rounded-card" />
          </Loading>
        }
      >
        {(enrolments) => (
          <>
            <KeyFigures figures={computeTotals(enrolments, days)} />
            <Courses enrolments={enrolments} />
          </>
        )}
      </QueryView>
    </ProfileSection>
  );
};
