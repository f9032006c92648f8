import { useAtomValue } from 'jotai';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { TaughtCourse } from '#contract/schemas/roster.ts';
import { QueryView } from '../../client/api/query-view.tsx';
import { paths } from '../../client/paths.ts';
import { userTypeAtom } from '../../client/session/session.ts';
import { RemovedCourseChip } from '../../domains/courses/components/removed-course-chip.tsx';
import { formatStudentCount } from '../../domains/courses/course-format.ts';
import { useTaughtCourses } from '../../domains/roster/roster-queries.ts';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

const CourseRow = ({ course }: { course: TaughtCourse }) => (
  <Link
    to={paths.courseStudents(course._id)}
    className="flex min-h-16 items-center gap-4 rounded-card border border-hairline bg-surface px-5 py-3 shadow-card transition-colors hover:border-brand"
  >
    <Chip>{course.course_code}</Chip>
    <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1">
      <span className="font-medium wrap-anywhere">{course.course_name}</span>
      {course.withdrawn && <RemovedCourseChip />}
    </span>
    <span className="text-sm text-muted tabular-nums">{formatStudentCount(course.students)}</span>
    <ChevronRight className="size-5 shrink-0 text-muted" />
  </Link>
);

const NoCourses = () =>
  useAtomValue(userTypeAtom) === 'Admin' ? (
    <EmptyState sentence="No courses yet." detail="New courses appear here automatically." />
  ) : (
    <EmptyState
      sentence="You do not teach a course yet."
      detail="An Admin can select you on the course form."
    />
  );

/** The courses whose students the user may see: for Instructors those that they teach, for Admins all. Removed courses are included. */
export default function TaughtCoursesPage() {
  const query = useTaughtCourses();
  return (
    <Page>
      <PageHeading title="Students" subtitle="Choose a course to see its students and their results." />
      <div className="mt-8 max-w-4xl">
        <QueryView
          query={query}
          title="The courses could not be loaded"
          loading={<Skeleton className="h-16 rounded-card" />}
        >
          {(courses) =>
            courses.length === 0 ? (
              <NoCourses />
            ) : (
              <ul className="grid gap-3">
                {courses.map((course) => (
                  <li key={course._id} className="grid min-w-0">
                    <CourseRow course={course} />
                  </li>
                ))}
              </ul>
            )
          }
        </QueryView>
        <MoreButton list={query} className="mt-4">
          Show more
        </MoreButton>
      </div>
    </Page>
  );
}
