import type { Course } from '#contract/schemas/courses.ts';
import { EditVideosLink } from '../../domains/courses/components/edit-videos-link.tsx';

/** Shows which videos the course plays, with a link to the page that edits them. */
export const CourseVideosSection = ({ course }: { course: Course }) => (
  <section aria-labelledby="videos-of-the-course" className="border-t border-hairline pt-6">
    <h2 id="videos-of-the-course" className="font-serif text-xl font-semibold">
      Videos
    </h2>
    <p className="mt-2 mb-4 text-muted">
      {course.videos === null
        ? `This course plays the standard clips for ${course.course_code}.`
        : 'This course plays its own five videos.'}
    </p>
    <EditVideosLink course={course} size="normal" />
  </section>
);
