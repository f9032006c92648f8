import { useParams } from 'react-router-dom';
import { useEnrolment } from '../../domains/enrolments/use-enrolment.ts';
import { WithoutEnrolment } from '../../domains/enrolments/components/without-enrolment.tsx';
import { LearnCourse } from './learn-course.tsx';
import { LearnSkeleton } from './learn-skeleton.tsx';

/** Where a student learns a course that they have joined, by the id of the enrolment or of the course in the address. */
export default function LearnPage() {
  const { id = '' } = useParams();
  const { enrolment, left, ...asked } = useEnrolment(id);
  if (enrolment) return <LearnCourse key={enrolment._id} enrolment={enrolment} left={left} />;
  if (!asked.data && !asked.error) return <LearnSkeleton />;
  return <WithoutEnrolment title="Learn" asked={asked} />;
}
