import type { ReactNode } from 'react';
import type { EnrolledCourse } from '#contract/enrolments.ts';
import { durationInMonths, priceInTaka } from '../../domains/courses/words.ts';
import { Card } from '../../ui/card.tsx';
import { DifficultyMeter } from '../../domains/courses/components/difficulty-meter.tsx';

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex items-baseline justify-between gap-4 border-b border-hairline py-3 last:border-b-0">
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="text-right font-medium wrap-anywhere">{children}</dd>
  </div>
);

/** The facts of the course; here the price is in taka and the duration in months, as the contract has it. */
export const CourseInfo = ({ enrolment }: { enrolment: EnrolledCourse }) => (
  <Card className="px-5 py-2">
    <h2 className="sr-only">Course info</h2>
    <dl>
      <Fact name="Code">{enrolment.course_code}</Fact>
      <Fact name="Category">{enrolment.category}</Fact>
      <Fact name="Duration">{durationInMonths(enrolment.duration)}</Fact>
      <Fact name="Difficulty">
        <DifficultyMeter difficulty={enrolment.difficulty} />
      </Fact>
      <Fact name="Price">{priceInTaka(enrolment.price)}</Fact>
    </dl>
  </Card>
);
