import type { EnrolledCourse } from '#contract/schemas/enrolments.ts';
import { QueryView } from '../../client/api/query-view.tsx';
import { paths } from '../../client/paths.ts';
import { CourseGridSkeleton, gridClasses } from '../../domains/courses/components/course-grid.tsx';
import { useEnrolments } from '../../domains/enrolments/enrolment-queries.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { EnrolledCard } from './enrolled-card.tsx';

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

/** The courses in which the student is enrolled. */
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
