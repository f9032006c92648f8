import type { EnrolledCourse } from '#contract/schemas/enrolments.ts';
import { CourseFact } from '../../domains/courses/components/course-fact.tsx';
import { DifficultyMeter } from '../../domains/courses/components/difficulty-meter.tsx';
import { formatDurationInMonths, formatTaka } from '../../domains/courses/course-format.ts';
import { Card } from '../../ui/card.tsx';

/** The facts of the course. The specification wants the price in taka and the duration in months here. */
export const CourseInfo = ({ enrolment }: { enrolment: EnrolledCourse }) => (
  <Card className="px-5 py-2">
    <h2 className="sr-only">Course info</h2>
    <dl>
      <CourseFact name="Code">{enrolment.course_code}</CourseFact>
      <CourseFact name="Category">{enrolment.category}</CourseFact>
      <CourseFact name="Duration">{formatDurationInMonths(enrolment.duration)}</CourseFact>
      <CourseFact name="Difficulty">
        <DifficultyMeter difficulty={enrolment.difficulty} />
      </CourseFact>
      <CourseFact name="Price">{formatTaka(enrolment.price)}</CourseFact>
    </dl>
  </Card>
);
