import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { Course } from '#contract/courses.ts';
import type { User } from '#contract/users.ts';
import { courseListQuery } from '../../../domains/courses/queries.ts';
import { paths } from '../../../client/paths.ts';
import { Card } from '../../../ui/card.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { ChangedTint } from '../../../domains/courses/components/changed-tint.tsx';
import { CoursePicture } from '../../../domains/courses/components/course-picture.tsx';
import { EditVideosLink } from '../../../domains/courses/components/edit-videos-link.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../client/api/error-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ProfileSection } from '../section.tsx';
import { isTaughtBy } from './taught-by.ts';

const Taught = ({ course }: { course: Course }) => (
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
      <p className="mt-3 empty:hidden">
        <EditVideosLink course={course} />
      </p>
    </div>
    <ChangedTint id={course._id} />
  </Card>
);

/** The courses of the catalogue that an instructor teaches. */
export const TaughtCourses = ({ user }: { user: User }) => {
  const { data, error, isFetching, refetch } = useQuery(courseListQuery());
  const taught = data?.filter((course) => isTaughtBy(course, user));
  return (
    <ProfileSection title="Your courses">
      {taught ? (
        taught.length > 0 ? (
          <ul className="grid gap-4 xl:grid-cols-2">
            {taught.map((course) => (
              <li key={course._id} className="grid min-w-0">
                <Taught course={course} />
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState
            sentence="No course names you as its instructor yet."
            detail="An Admin chooses the instructor on the form of the course."
          />
        )
      ) : error ? (
        <ErrorState
          title="The courses could not be loaded"
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <Skeleton className="h-32 rounded-card" />
      )}
    </ProfileSection>
  );
};
