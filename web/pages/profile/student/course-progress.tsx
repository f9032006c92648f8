import { CircleCheck, CirclePlay, Hourglass } from 'lucide-react';
import { Link } from 'react-router-dom';
import { type EnrolledCourse, modulesPerCourse } from '#contract/schemas/enrolments.ts';
import { paths } from '../../../client/paths.ts';
import { CoursePicture } from '../../../domains/courses/components/course-picture.tsx';
import { RemovedCourseChip } from '../../../domains/courses/components/removed-course-chip.tsx';
import { ProgressRing } from '../../../domains/enrolments/components/progress-ring.tsx';
import { Card } from '../../../ui/card.tsx';
import { Chip } from '../../../ui/chip.tsx';

const Status = ({ enrolment: { started, completedModules } }: { enrolment: EnrolledCourse }) => {
  if (completedModules === modulesPerCourse)
    return (
      <Chip tone="good" icon={CircleCheck}>
        Completed
      </Chip>
    );
  if (started)
    return (
      <Chip tone="info" icon={Hourglass}>
        Ongoing
      </Chip>
    );
  return <Chip icon={CirclePlay}>Not started</Chip>;
};

export const CourseProgress = ({ enrolment }: { enrolment: EnrolledCourse }) => {
  const { completedModules, course_name: name, course_code: code } = enrolment;
  return (
    <Card className="flex min-w-0 gap-4 p-4 sm:p-5">
      <CoursePicture
        course={enrolment}
        className="w-24 shrink-0 self-start rounded-control max-sm:hidden [&_.font-serif]:text-lg"
      />
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex flex-wrap gap-2">
          <Status enrolment={enrolment} />
          <Chip>{code}</Chip>
          {enrolment.withdrawn && <RemovedCourseChip />}
        </div>
        <h3 className="mt-2 font-serif text-lg leading-[1.2] font-semibold wrap-anywhere">
          <Link to={paths.showModules(enrolment._id)} className="underline-offset-4 hover:underline">
            {name}
          </Link>
        </h3>
        <div className="mt-auto flex flex-wrap items-center justify-between gap-x-4 gap-y-1 pt-3">
          <ProgressRing completed={completedModules} />
          <p className="text-lg font-semibold tabular-nums">
            <span className="sr-only">Progress: </span>
            {(completedModules / modulesPerCourse) * 100}%
          </p>
        </div>
      </div>
    </Card>
  );
};
