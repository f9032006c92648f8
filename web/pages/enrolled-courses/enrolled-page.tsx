import type { EnrolledCourse } from '#contract/schemas/enrolments.ts';
import { QueryView } from '../../client/api/query-view.tsx';
import { paths } from '../../client/paths.ts';
import { CourseGridSkeleton, gridClasses } from '../../domains/courses/components/course-grid.tsx';
import { CoursePicture } from '../../domains/courses/components/course-picture.tsx';
import { RemovedCourseChip } from '../../domains/courses/components/removed-course-chip.tsx';
import { ProgressRing } from '../../domains/enrolments/components/progress-ring.tsx';
import { useEnrolments } from '../../domains/enrolments/enrolment-queries.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { LeaveButton } from './leave-button.tsx';
import { shortenDetails } from './shorten-details.ts';

const EnrolledCard = ({ enrolment }: { enrolment: EnrolledCourse }) => (
  <article className="flex flex-col overflow-hidden rounded-card border border-hairline bg-surface shadow-card">
    <CoursePicture course={enrolment} />
    <div className="flex flex-1 flex-col p-5">
      <div className="flex flex-wrap gap-2">
        <Chip tone="info">{enrolment.category}</Chip>
        <Chip>{enrolment.course_code}</Chip>
        {enrolment.withdrawn && <RemovedCourseChip />}
      </div>
      <h2 className="mt-3 font-serif text-xl leading-[1.15] font-semibold wrap-anywhere">
        {enrolment.course_name}
      </h2>
      <p className="mt-3 text-sm text-muted wrap-anywhere">{shortenDetails(enrolment.details)}</p>
      <div className="mt-auto pt-5">
        <ProgressRing completed={enrolment.completedModules} />
        <ButtonLink to={paths.showModules(enrolment._id)} className="mt-4 w-full">
          Go to course page
          <span className="sr-only"> of {enrolment.course_name}</span>
        </ButtonLink>
        <LeaveButton enrolment={enrolment} />
      </div>
    </div>
  </article>
);

const EnrolmentGrid = ({ enrolments }: { enrolments: readonly EnrolledCourse[] }) =>
  enrolments.length === 0 ? (
    <EmptyState
      sentence="You are not enrolled in a course yet."
      detail="Courses you enroll in appear here."
      action={<ButtonLink to={paths.allCourses}>Show All Courses</ButtonLink>}
    />
  ) : (
    <ul className={gridClasses()}>
      {enrolments.map((enrolment) => (
        <li key={enrolment._id} className="grid">
          <EnrolledCard enrolment={enrolment} />
        </li>
      ))}
    </ul>
  );

export default function EnrolledPage() {
  return (
    <Page>
      <PageHeading title="My Enrolled Courses" subtitle="Your courses and your progress." className="mb-10" />
      <QueryView
        query={useEnrolments()}
        title="Your courses could not be loaded"
        loading={<CourseGridSkeleton count={3} />}
      >
        {(enrolments) => <EnrolmentGrid enrolments={enrolments} />}
      </QueryView>
    </Page>
  );
}
