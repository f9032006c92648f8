import { Link } from 'react-router-dom';
import type { ListedCourse } from '#contract/schemas/courses.ts';
import type { User } from '#contract/schemas/users.ts';
import { QueryView } from '../../../client/api/query-view.tsx';
import { ChangedTint } from '../../../client/live/changed-tint.tsx';
import { paths } from '../../../client/paths.ts';
import { CoursePicture } from '../../../domains/courses/components/course-picture.tsx';
import { EditVideosLink } from '../../../domains/courses/components/edit-videos-link.tsx';
import { useCatalogueList, wholeCatalogue } from '../../../domains/courses/course-queries.ts';
import { RosterLink } from '../../../domains/roster/roster-link.tsx';
import { Card } from '../../../ui/card.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { MoreButton } from '../../../ui/more-button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ProfileSection } from '../profile-section.tsx';

const TaughtCourse = ({ course }: { course: ListedCourse }) => (
  <Card className="relative flex min-w-0 gap-4 p-4 sm:p-5">
    <CoursePicture
      course={course}
      className="w-24 shrink-0 self-start rounded-control [&_.font-serif]:text-lg"
    />
    <div className="min-w-0">
      <h3 className="font-serif text-lg leading-[1.2] font-semibold wrap-anywhere">
        <Link to={paths.courseDetails(course._id)} className="underline-offset-4 hover:underline">
          {course.course_name}
        </Link>
      </h3>
      <p className="mt-2 flex flex-wrap gap-2">
        <Chip>{course.course_code}</Chip>
        <Chip tone="info">{course.category}</Chip>
      </p>
      <p className="mt-3 flex flex-wrap gap-2 empty:hidden">
        <RosterLink course={course} />
        <EditVideosLink course={course} />
      </p>
    </div>
    <ChangedTint id={course._id} />
  </Card>
);

const CourseList = ({ taught }: { taught: readonly ListedCourse[] }) =>
  taught.length > 0 ? (
    <ul className="grid gap-4 xl:grid-cols-2">
      {taught.map((course) => (
        <li key={course._id} className="grid min-w-0">
          <TaughtCourse course={course} />
        </li>
      ))}
    </ul>
  ) : (
    <EmptyState
      sentence="You do not teach a course yet."
      detail="An Admin can select you on the course form."
    />
  );

export const TaughtCourses = ({ user: { _id, name } }: { user: User }) => {
  const query = useCatalogueList({ ...wholeCatalogue, teacher: { _id, name } });
  return (
    <ProfileSection title="Your courses">
      <QueryView
        query={{ ...query, data: query.list }}
        title="The courses could not be loaded"
        loading={<Skeleton className="h-32 rounded-card" />}
      >
        {({ courses }) => <CourseList taught={courses} />}
      </QueryView>
      <MoreButton list={query} className="mt-4">
        Show more
      </MoreButton>
    </ProfileSection>
  );
};
