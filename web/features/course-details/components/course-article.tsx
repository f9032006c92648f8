import { UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Course } from '#events/contract/courses.ts';
import { Chip } from '../../../ui/chip.tsx';
import { CoursePicture } from '../../../ui/course/course-picture.tsx';

const Paragraphs = ({ text }: { text: string }) =>
  text
    .split(/\n\s*\n/)
    .map((paragraph, at) => ({ key: `${at}-${paragraph.length}`, paragraph }))
    .map(({ key, paragraph }) => (
      <p key={key} className="whitespace-pre-line wrap-anywhere">
        {paragraph}
      </p>
    ));

/** What a course says of itself. @param rating stands under the instructor. */
export const CourseArticle = ({
  course,
  rating,
  children,
}: {
  course: Course;
  rating?: ReactNode;
  children?: ReactNode;
}) => (
  <article className="relative min-w-0">
    <Chip tone="info">{course.category}</Chip>
    <h1
      tabIndex={-1}
      className="mt-4 font-serif text-3xl font-semibold tracking-tight wrap-anywhere sm:text-4xl"
    >
      {course.course_name}
    </h1>
    <p className="mt-4 flex items-center gap-2 text-muted">
      <UserRound className="size-4.5 shrink-0" aria-hidden="true" />
      <span className="min-w-0 wrap-anywhere">
        Instructor: <span className="font-medium text-ink">{course.instructor}</span>
      </span>
    </p>
    {rating}
    <CoursePicture course={course} eager className="mt-8 rounded-card border border-hairline" />
    <section aria-labelledby="about-the-course" className="mt-10">
      <h2 id="about-the-course" className="font-serif text-2xl font-semibold">
        About the course
      </h2>
      <div className="mt-4 flex max-w-prose flex-col gap-4 text-lg leading-relaxed">
        <Paragraphs text={course.details} />
      </div>
    </section>
    {children}
  </article>
);
