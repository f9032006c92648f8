import { useParams } from 'react-router-dom';
import { useEnrolment } from '../../domains/enrolments/use-enrolment.ts';
import { WithoutEnrolment } from '../../domains/enrolments/components/without-enrolment.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { CourseStart } from './course-start.tsx';

/** The page of a course that the student has joined, by the id of the enrolment or of the course in the address. */
export default function CourseStartPage() {
  const { id = '' } = useParams();
  const { enrolment, left, ...asked } = useEnrolment(id);
  if (enrolment) return <CourseStart enrolment={enrolment} left={left} />;
  if (!asked.data && !asked.error) return <PageSpinner label="Loading the course" />;
  return <WithoutEnrolment title="Course page" asked={asked} />;
}
