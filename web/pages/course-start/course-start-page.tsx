import { useParams } from 'react-router-dom';
import { EnrolmentMissing } from '../../domains/enrolments/components/enrolment-missing.tsx';
import { useEnrolment } from '../../domains/enrolments/enrolment-queries.ts';
import { PageSpinner } from '../../ui/spinner.tsx';
import { CourseStart } from './course-start.tsx';

/** The page of an enrolled course. The id in the address is that of the enrolment or of the course. */
export default function CourseStartPage() {
  const { id = '' } = useParams();
  const { enrolment, hasLeft, ...query } = useEnrolment(id);
  if (enrolment) return <CourseStart enrolment={enrolment} hasLeft={hasLeft} />;
  if (!query.data && !query.error) return <PageSpinner label="Loading the course" />;
  return <EnrolmentMissing title="Course page" query={query} />;
}
