import { useParams } from 'react-router-dom';
import { useEnrolment } from '../../lib/enrolments/use-enrolment.ts';
import { NotEnrolled } from '../../ui/course/not-enrolled.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { CourseStart } from './course-start.tsx';

/** The page of a course that the student has joined, by the id of the enrolment or of the course in the address. */
export default function CourseStartPage() {
  const { id = '' } = useParams();
  const { enrolment, left, data, error, isFetching, refetch } = useEnrolment(id);
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
