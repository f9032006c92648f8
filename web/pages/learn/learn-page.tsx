import { useParams } from 'react-router-dom';
import { EnrolmentMissing } from '../../domains/enrolments/components/enrolment-missing.tsx';
import { useEnrolment } from '../../domains/enrolments/enrolment-queries.ts';
import { LearnCourse } from './learn-course.tsx';
import { LearnSkeleton } from './learn-skeleton.tsx';

/** The lesson page of an enrolled course, by the id of the enrolment or the course. */
export default function LearnPage() {
  const { id = '' } = useParams();
  const { enrolment, hasLeft, ...query } = useEnrolment(id);
  if (enrolment) return <LearnCourse key={enrolment._id} enrolment={enrolment} hasLeft={hasLeft} />;
  if (!query.data && !query.error) return <LearnSkeleton />;
  return <EnrolmentMissing title="Learn" query={query} />;
}
