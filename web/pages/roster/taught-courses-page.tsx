import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Course } from '#contract/schemas/courses.ts';
import { QueryView } from '../../client/api/query-view.tsx';
import { paths } from '../../client/paths.ts';
import { userAtom } from '../../client/session/session.ts';
import { useCourseFigures } from '../../domains/course-figures/course-figures-queries.ts';
import { formatStudentCount } from '../../domains/courses/course-format.ts';
import { courseListQuery } from '../../domains/courses/course-queries.ts';
import { canReadRoster } from '../../domains/roster/can-read-roster.ts';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

const CourseRow = ({ course }: { course: Course }) => {
  const figures = useCourseFigures().data?.get(course._id);
  return (
    <Link
      to={paths.courseStudents(course._id)}
      className="flex min-h-16 items-center gap-4 rounded-card border border-hairline bg-surface px-5 py-3 shadow-card transition-colors hover:border-brand"
    >
      <Chip>{course.course_code}</Chip>
      <span className="min-w-0 flex-1 font-medium wrap-anywhere">{course.course_name}</span>
      {figures && (
        <span className="text-sm text-muted tabular-nums">{formatStudentCount(figures.students)}</span>
      )}
      <ChevronRight className="size-5 shrink-0 text-muted" />
    </Link>
  );
};

/** The courses whose students the user may see: an Instructor's own, or all for Admins. */
export default function TaughtCoursesPage() {
  const user = useAtomValue(userAtom);
  return (
    <Page>
      <PageHeading title="Students" subtitle="Choose a course to see its students and their results." />
      <div className="mt-8 max-w-4xl">
        <QueryView
          query={useQuery(courseListQuery())}
          title="The courses could not be loaded"
          loading={<Skeleton className="h-16 rounded-card" />}
        >
          {(courses) => (
            <PagedList
              items={courses.filter((course) => canReadRoster(user, course))}
              getKey={({ _id }) => _id}
              className="grid gap-3"
              empty={
                <EmptyState
                  sentence="You are not the instructor of a course yet."
                  detail="An Admin can select you on the course form."
                />
              }
            >
              {(course) => <CourseRow course={course} />}
            </PagedList>
          )}
        </QueryView>
      </div>
    </Page>
  );
}
