import { useParams } from 'react-router-dom';
import { useEnrolment } from '../../lib/enrolments/use-enrolment.ts';
import { NotEnrolled } from '../../ui/course/not-enrolled.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { LearnCourse } from './learn-course.tsx';
import { LearnSkeleton } from './learn-skeleton.tsx';

/** Where a student learns a course that they have joined, by the id of the enrolment or of the course in the address. */
export default function LearnPage() {
  const { id = '' } = useParams();
  const { enrolment, left, data, error, isFetching, refetch } = useEnrolment(id);
  if (enrolment) return <LearnCourse key={enrolment._id} enrolment={enrolment} left={left} />;
  if (!data && !error) return <LearnSkeleton />;
  return (
    <Page>
      <PageHeading title="Learn" className="mb-8" />
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
