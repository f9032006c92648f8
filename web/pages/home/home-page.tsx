import { useAtomValue } from 'jotai';
import { ArrowDown, ArrowDownWideNarrow, BookOpenCheck, type LucideIcon, Radio, Users } from 'lucide-react';
import { useEffect, useState } from 'react';
import { QueryView } from '../../client/api/query-view.tsx';
import { HiddenInAsOfView } from '../../client/as-of.tsx';
import { paths } from '../../client/paths.ts';
import { viewerAtom } from '../../client/session/session.ts';
import { CourseGrid, CourseGridSkeleton } from '../../domains/courses/components/course-grid.tsx';
import { useCatalogueList, wholeCatalogue } from '../../domains/courses/course-queries.ts';
import { Button, ButtonLink, buttonClasses } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SectionHeading, usePageTitle } from '../../ui/page-heading.tsx';
import { ContinueSection } from './continue-section.tsx';
import { HeroIllustration } from './hero-illustration.tsx';

const teaserSize = 3;

/** The first three courses, sorted by difficulty if requested, and the number of all courses. */
const useTeaser = (isSorted: boolean) => {
  const query = useCatalogueList(
    isSorted ? { ...wholeCatalogue, sort: 'difficulty' } : wholeCatalogue,
    teaserSize,
  );
  const { list, hasNextPage, isFetching, isError, fetchNextPage } = query;
  // After a removal, the loaded page may have fewer courses than the teaser shows.
  const isShort = list !== undefined && list.courses.length < teaserSize && hasNextPage;
  useEffect(() => {
    if (isShort && !isFetching && !isError) void fetchNextPage();
  }, [isShort, isFetching, isError, fetchNextPage]);
  return query;
};

const CourseTeaser = ({ id }: { id: string }) => {
  const [isSorted, setSorted] = useState(false);
  const query = useTeaser(isSorted);
  return (
    <section id={id} aria-labelledby={`${id}-heading`} className="page-width py-16 sm:py-20">
      <SectionHeading
        id={`${id}-heading`}
        title="Explore Diverse Learning Opportunities"
        subtitle="From circuits to the history of ideas: find your next course."
      />
      <div className="mt-8 mb-5 flex flex-wrap items-center justify-between gap-4">
        <p className="text-lg font-medium tabular-nums" role="status">
          {query.list ? `Total Courses: ${query.list.total}` : '\u00a0'}
        </p>
        <Button variant="secondary" size="small" aria-pressed={isSorted} onClick={() => setSorted(!isSorted)}>
          <ArrowDownWideNarrow className="size-4" />
          Sort by Difficulty
        </Button>
      </div>
      <QueryView
        query={{ ...query, data: query.list }}
        title="The courses could not be loaded"
        loading={<CourseGridSkeleton count={teaserSize} />}
      >
        {({ courses }) =>
          courses.length > 0 ? (
            <CourseGrid courses={courses.slice(0, teaserSize)} />
          ) : (
            <EmptyState sentence="No courses yet." detail="New courses appear here automatically." />
          )
        }
      </QueryView>
      <div className="mt-10 text-center">
        <ButtonLink to={paths.allCourses} variant="secondary" className="px-6">
          Show All Courses
        </ButtonLink>
      </div>
    </section>
  );
};

const highlights: readonly { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: BookOpenCheck,
    title: 'Curated courses',
    text: 'Duration, difficulty and price are on every course page, before you enroll.',
  },
  {
    icon: Users,
    title: 'Instructors you can meet',
    text: 'See who teaches a course and what else they teach.',
  },
  {
    icon: Radio,
    title: 'Always up to date',
    text: 'New and changed courses appear on your open page at once. No reloading.',
  },
];

const Highlights = () => (
  <section aria-label="What to expect" className="border-t border-hairline bg-sunken">
    <ul className="page-width grid gap-10 py-16 sm:grid-cols-3 sm:py-20">
      {highlights.map(({ icon: Icon, title, text }) => (
        <li key={title}>
          <Icon className="size-7 text-gold" strokeWidth={1.6} />
          <h2 className="mt-4 font-serif text-xl font-semibold">{title}</h2>
          <p className="mt-2 max-w-prose text-muted">{text}</p>
        </li>
      ))}
    </ul>
  </section>
);

/** Shown to visitors only. */
const RegisterLink = () =>
  useAtomValue(viewerAtom) === 'visitor' && (
    <HiddenInAsOfView>
      <ButtonLink to={paths.register} variant="secondary" className="visitors-only px-6">
        Register
      </ButtonLink>
    </HiddenInAsOfView>
  );

const Hero = ({ coursesId }: { coursesId: string }) => (
  <section className="border-b border-hairline">
    <div className="page-width grid items-center gap-10 py-14 sm:py-20 lg:grid-cols-[1.1fr_1fr] lg:gap-16 lg:py-24">
      <div>
        <h1 tabIndex={-1} className="font-serif text-hero font-semibold tracking-tight">
          Learn Smarter, <br />
          Achieve More
        </h1>
        <p className="mt-6 max-w-[34rem] text-lg text-muted">
          Curated courses, instructors who know their subject, and a community that learns with you. One
          module at a time.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <a href={`#${coursesId}`} className={buttonClasses('primary', 'normal', 'px-6')}>
            Explore Courses Below
            <ArrowDown className="size-4" />
          </a>
          <RegisterLink />
        </div>
      </div>
      <HeroIllustration />
    </div>
  </section>
);

export default function HomePage() {
  usePageTitle('Learn Smarter, Achieve More');
  return (
    <>
      <ContinueSection />
      <Hero coursesId="courses" />
      <CourseTeaser id="courses" />
      <Highlights />
    </>
  );
}
