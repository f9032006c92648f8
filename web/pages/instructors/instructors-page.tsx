import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Course } from '#contract/schemas/courses.ts';
import { QueryView } from '../../client/api/query-view.tsx';
import { courseListQuery } from '../../domains/courses/course-queries.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Loading } from '../../ui/skeleton.tsx';
import { InstructorCard, InstructorCardSkeleton } from './instructor-card.tsx';

const pageSize = 48;
const grid = 'grid gap-6 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4';

const InstructorGrid = ({ courses }: { courses: readonly Course[] }) => {
  const [shownCount, setShownCount] = useState(pageSize);
  if (courses.length === 0)
    return <EmptyState sentence="No instructors yet." detail="They appear here with the first course." />;
  return (
    <>
      <ul className={grid}>
        {courses.slice(0, shownCount).map((course) => (
          <li key={course._id} className="grid">
            <InstructorCard course={course} />
          </li>
        ))}
      </ul>
      {courses.length > shownCount && (
        <div className="mt-8 text-center">
          <Button look="second" onClick={() => setShownCount(shownCount + pageSize)}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
};

/** The instructors page, with one card per course. */
export default function InstructorsPage() {
  return (
    <Page>
      <PageHeading
        title="Our Instructors"
        subtitle="The people behind the courses, and what they teach."
        className="mb-10"
      />
      <QueryView
        query={useQuery(courseListQuery())}
        title="The instructors could not be loaded"
        loading={
          <Loading label="Loading instructors" className={grid}>
            {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((key) => (
              <InstructorCardSkeleton key={key} />
            ))}
          </Loading>
        }
      >
        {(courses) => <InstructorGrid courses={courses} />}
      </QueryView>
    </Page>
  );
}
