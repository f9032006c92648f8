import type { EnrolledCourse } from '#contract/schemas/enrolments.ts';
import { ChangedTint } from '../../client/live/changed-tint.tsx';
import { CourseHeading } from '../../domains/courses/components/course-heading.tsx';
import { CoursePicture } from '../../domains/courses/components/course-picture.tsx';
import { WithdrawnChip } from '../../domains/courses/components/withdrawn-chip.tsx';
import { CourseLeftBanner } from '../../domains/enrolments/components/course-left-banner.tsx';
import { Page } from '../../ui/page.tsx';
import { usePageTitle } from '../../ui/page-heading.tsx';
import { CourseInfo } from './course-info.tsx';
import { Welcome } from './welcome.tsx';

/** The course on the left, the welcome and the facts on the right (on phones at the top). */
export const CourseStart = ({ enrolment, hasLeft }: { enrolment: EnrolledCourse; hasLeft: boolean }) => {
  usePageTitle(enrolment.course_name);
  return (
    <Page>
      <CourseLeftBanner hasLeft={hasLeft} />
      <CourseHeading course={enrolment} chips={enrolment.withdrawn && <WithdrawnChip />} />
      <div className="mt-8 grid items-start gap-10 lg:grid-cols-[1fr_22rem] lg:gap-14">
        <div className="flex flex-col gap-6 lg:order-last">
          <Welcome enrolment={enrolment} hasLeft={hasLeft} />
          <CourseInfo enrolment={enrolment} />
        </div>
        <article className="relative min-w-0">
          <CoursePicture course={enrolment} eager className="rounded-card border border-hairline" />
          <h2 className="mt-8 font-serif text-2xl font-semibold">About the course</h2>
          <p className="mt-4 max-w-prose text-lg leading-relaxed whitespace-pre-line wrap-anywhere">
            {enrolment.details}
          </p>
          <ChangedTint id={enrolment.courseId} />
        </article>
      </div>
    </Page>
  );
};
