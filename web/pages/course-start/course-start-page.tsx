import { useAtomValue } from 'jotai';
import { useParams } from 'react-router-dom';
import type { EnrolledCourse } from '#contract/schemas/enrolments.ts';
import { ChangedTint } from '../../client/live/changed-tint.tsx';
import { paths } from '../../client/paths.ts';
import { sessionAtom } from '../../client/session/session.ts';
import { CourseFact } from '../../domains/courses/components/course-fact.tsx';
import { CourseHeading } from '../../domains/courses/components/course-heading.tsx';
import { CoursePicture } from '../../domains/courses/components/course-picture.tsx';
import { DifficultyMeter } from '../../domains/courses/components/difficulty-meter.tsx';
import { RemovedCourseChip } from '../../domains/courses/components/removed-course-chip.tsx';
import { formatDurationInMonths, formatTaka } from '../../domains/courses/course-format.ts';
import { CourseLeftBanner } from '../../domains/enrolments/components/course-left-banner.tsx';
import { EnrolmentMissing } from '../../domains/enrolments/components/enrolment-missing.tsx';
import { ProgressRing } from '../../domains/enrolments/components/progress-ring.tsx';
import { StartButton } from '../../domains/enrolments/components/start-button.tsx';
import { useEnrolment } from '../../domains/enrolments/enrolment-queries.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmailAddress } from '../../ui/email-address.tsx';
import { Page } from '../../ui/page.tsx';
import { usePageTitle } from '../../ui/page-heading.tsx';
import { PageSkeleton } from '../../ui/page-skeleton.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** Greets the student, with the progress or, before the start, the button to start the course. */
const Welcome = ({ enrolment, hasLeft }: { enrolment: EnrolledCourse; hasLeft: boolean }) => {
  const session = useAtomValue(sessionAtom);
  if (session.status !== 'signed-in') return null;
  const { displayName, email } = session.person;
  return (
    <Card className="flex flex-col gap-5 p-5">
      <div className="min-w-0">
        <h2 className="font-serif text-xl font-semibold wrap-anywhere">Welcome, {displayName}</h2>
        <p className="mt-1 text-sm text-muted">
          <EmailAddress address={email} />
        </p>
      </div>
      {enrolment.started ? (
        <ProgressRing completed={enrolment.completedModules} />
      ) : (
        !hasLeft && <StartButton enrolment={enrolment} lessonPath={paths.learnCourse(enrolment._id)} />
      )}
      {!hasLeft && (
        <ButtonLink
          to={paths.learnCourse(enrolment._id)}
          variant={enrolment.started ? 'primary' : 'quiet'}
          className="w-full"
        >
          Start Learning
        </ButtonLink>
      )}
    </Card>
  );
};

/** The facts of the course. The specification requires the price in taka and the duration in months here. */
const CourseInfo = ({ enrolment }: { enrolment: EnrolledCourse }) => (
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

/** The course, with the welcome and the facts beside it or, on narrow screens, above it. */
const CourseStart = ({ enrolment, hasLeft }: { enrolment: EnrolledCourse; hasLeft: boolean }) => {
  usePageTitle(enrolment.course_name);
  return (
    <Page>
      <CourseLeftBanner hasLeft={hasLeft} />
      <CourseHeading course={enrolment} chips={enrolment.withdrawn && <RemovedCourseChip />} />
      <div className="mt-8 grid items-start gap-10 lg:grid-cols-[1fr_22rem] lg:gap-14">
        <div className="flex flex-col gap-6 lg:order-last">
          <Welcome enrolment={enrolment} hasLeft={hasLeft} />
          <CourseInfo enrolment={enrolment} />
        </div>
        <article className="relative min-w-0">
          <CoursePicture course={enrolment} isEager className="rounded-card border border-hairline" />
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

/** The page of an enrolled course. The address contains the id of the enrolment or of the course. */
export default function CourseStartPage() {
  const { id = '' } = useParams();
  const { enrolment, hasLeft, ...query } = useEnrolment(id);
  // Without the key, React would keep the components when "Back" shows another course, and a retry would start that course.
  if (enrolment) return <CourseStart key={enrolment._id} enrolment={enrolment} hasLeft={hasLeft} />;
  if (!query.data && !query.error)
    return (
      <PageSkeleton label="Loading the course">
        <div className="grid items-start gap-10 lg:grid-cols-[1fr_22rem] lg:gap-14">
          <Skeleton className="h-72 rounded-card lg:order-last" />
          <Skeleton className="aspect-video rounded-card" />
        </div>
      </PageSkeleton>
    );
  return <EnrolmentMissing title="Course page" query={query} />;
}
