import type { EnrolledCourse } from '#contract/enrolments.ts';
import { useEnrolments } from '../../domains/enrolments/enrolments.ts';
import { paths } from '../../client/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { CourseGridSkeleton, cardGrid } from '../../domains/courses/components/course-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../client/api/error-state.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { EnrolledCard } from './enrolled-card.tsx';

const Cards = ({ enrolments }: { enrolments: readonly EnrolledCourse[] }) =>
  enrolments.length === 0 ? (
    <EmptyState
      sentence="You have not joined a course yet."
      detail="Press Enroll on the page of a course; it is here from then on."
      action={<ButtonLink to={paths.allCourses}>Show All Courses</ButtonLink>}
    />
  ) : (
    <ul className={cardGrid()}>
      {enrolments.map((enrolment) => (
        <li key={enrolment._id} className="grid">
          <EnrolledCard enrolment={enrolment} />
        </li>
      ))}
    </ul>
  );

/** The courses that a student has joined. */
export default function EnrolledPage() {
  const { data, error, isFetching, refetch } = useEnrolments();
  return (
    <Page>
      <PageHeading
        title="My Enrolled Courses"
        subtitle="The courses that you have joined."
        className="mb-10"
      />
      {data ? (
        <Cards enrolments={data} />
      ) : error ? (
        <ErrorState
          title="Your courses could not be loaded"
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <CourseGridSkeleton count={3} />
      )}
    </Page>
  );
}
