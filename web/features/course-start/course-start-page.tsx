import { useRef } from 'react';
import { useParams } from 'react-router-dom';
import type { EnrolledCourse } from '#events/contract/enrolments.ts';
import { useEnrolments } from '../../lib/enrolments/enrolments.ts';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { CourseStart } from './course-start.tsx';

const NotEnrolled = () => (
  <EmptyState
    sentence="You are not enrolled in a course at this address."
    detail="Enroll on the page of the course, or go on with one that you have joined."
    action={
      <>
        <ButtonLink to={paths.allCourses}>Show All Courses</ButtonLink>
        <ButtonLink to={paths.enrolledCourses} look="second">
          My Enrolled Courses
        </ButtonLink>
      </>
    }
  />
);

/** What is shown of the enrolment; one that was left in another tab stays readable, and is said to be over. */
const useEnrolment = (id: string) => {
  const { data, error, isFetching, refetch } = useEnrolments();
  const last = useRef<EnrolledCourse>(undefined);
  const present = data?.find(({ _id, courseId }) => _id === id || courseId === id);
  if (present) last.current = present;
  const known = last.current;
  const enrolment = present ?? (known?._id === id || known?.courseId === id ? known : undefined);
  return { enrolment, left: enrolment !== undefined && !present, data, error, isFetching, refetch };
};

/** The page of a course that the student has joined, by the id of the enrolment or of the course in the address. */
export default function CourseStartPage() {
  const { id = '' } = useParams();
  const { enrolment, left, data, error, isFetching, refetch } = useEnrolment(id.toLowerCase());
  if (enrolment) return <CourseStart enrolment={enrolment} left={left} />;
  if (!data && !error) return <PageSpinner label="Loading the course" />;
  return (
    <Page>
      <PageHeading title="Course page" className="mb-8" />
      {data ? (
        <NotEnrolled />
      ) : (
        <ErrorState
          title="The course could not be loaded"
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
    </Page>
  );
}
