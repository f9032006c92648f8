import type { Course } from '#contract/courses.ts';
import { EditVideosLink } from '../../domains/courses/components/edit-videos-link.tsx';

/** Beside the form: which videos the course plays, and the way to where they are set. */
export const CourseVideos = ({ course }: { course: Course }) => (
  <section aria-labelledby="videos-of-the-course" className="border-t border-hairline pt-6">
    <h2 id="videos-of-the-course" className="font-serif text-xl font-semibold">
      Videos
    </h2>
    <p className="mt-2 mb-4 text-muted">
      {course.videos === null
        ? `It plays the five clips of ${course.course_code}.`
        : 'It plays five videos of its own.'}
    </p>
    <EditVideosLink course={course} size="normal" />
  </section>
);
