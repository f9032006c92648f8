import type { ReactNode } from 'react';
import type { Course } from '#contract/schemas/courses.ts';
import { CourseHeading } from '../../../domains/courses/components/course-heading.tsx';
import { CoursePicture } from '../../../domains/courses/components/course-picture.tsx';

const Paragraphs = ({ text }: { text: string }) =>
  text
    .split(/\n\s*\n/)
    .map((paragraph, index) => ({ key: `${index}-${paragraph.length}`, paragraph }))
    .map(({ key, paragraph }) => (
      <p key={key} className="whitespace-pre-line wrap-anywhere">
        {paragraph}
      </p>
    ));

/** The name, picture and description of a course. @param rating shown below the instructor. */
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
    <CourseHeading course={course} />
    {rating}
    <CoursePicture course={course} isEager className="mt-8 rounded-card border border-hairline" />
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
