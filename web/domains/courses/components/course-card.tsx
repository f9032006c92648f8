import { useAtomValue } from 'jotai';
import { Check } from 'lucide-react';
import { Link } from 'react-router-dom';
import { isPermitted } from '#contract/policies.ts';
import type { ListedCourse } from '#contract/schemas/courses.ts';
import { ChangedTint } from '../../../client/live/changed-tint.tsx';
import { paths } from '../../../client/paths.ts';
import { userTypeAtom } from '../../../client/session/session.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { HistoryLink } from '../../audit/history-link.tsx';
import { BookmarkButton } from '../../bookmarks/bookmark-button.tsx';
import { useEnrolments } from '../../enrolments/enrolment-queries.ts';
import { formatDurationInYears } from '../course-format.ts';
import { CardFigures } from './card-figures.tsx';
import { CoursePicture } from './course-picture.tsx';
import { DifficultyMeter } from './difficulty-meter.tsx';
import { EditCourseLink } from './edit-course-link.tsx';
import { RemoveCourseButton } from './remove-course-button.tsx';

const CourseFacts = ({ course }: { course: ListedCourse }) => (
  <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-sm">
    <dt className="text-muted">Code</dt>
    <dd>{course.course_code}</dd>
    <dt className="text-muted">Duration</dt>
    <dd>{formatDurationInYears(course.duration)}</dd>
    <dt className="text-muted">Difficulty</dt>
    <dd>
      <DifficultyMeter difficulty={course.difficulty} />
    </dd>
  </dl>
);

/**
 * A course in a list. Students can bookmark it; Admins can edit and remove it. "Learn More", the only link to the details, covers the
 * whole card. The other controls lie above that link, so a click on them does not follow it.
 */
export const CourseCard = ({ course, isEager = false }: { course: ListedCourse; isEager?: boolean }) => {
  const canEdit = isPermitted(useAtomValue(userTypeAtom), 'course.edit');
  const isEnrolled = useEnrolments().data?.some(({ courseId }) => courseId === course._id) === true;
  return (
    <article className="group relative flex flex-col overflow-hidden rounded-card border border-hairline bg-surface shadow-card transition-transform duration-200 hover:-translate-y-0.5">
      <CoursePicture course={course} isEager={isEager} />
      <div className="flex flex-1 flex-col p-5">
        <div className="flex flex-wrap gap-2">
          <Chip tone="info">{course.category}</Chip>
          {isEnrolled && (
            <Chip tone="good" icon={Check}>
              Enrolled
            </Chip>
          )}
        </div>
        <h3 className="mt-3 line-clamp-2 sm:min-h-[2.3em] font-serif text-xl leading-[1.15] font-semibold wrap-anywhere">
          {course.course_name}
        </h3>
        <CardFigures courseId={course._id} />
        <CourseFacts course={course} />
        <Link
          to={paths.courseDetails(course._id)}
          className={buttonClasses('primary', 'normal', 'mt-5 w-full after:absolute after:inset-0')}
        >
          Learn More
          <span className="sr-only"> about {course.course_name}</span>
        </Link>
        <BookmarkButton course={course} className="relative mt-3 w-full" />
        {canEdit && (
          <div className="relative mt-3 grid grid-cols-2 gap-3 border-t border-hairline pt-3">
            <EditCourseLink course={course} />
            <RemoveCourseButton course={course} />
            <HistoryLink
              record={`course-${course._id}`}
              of={course.course_name}
              variant="quiet"
              className="col-span-2"
            />
          </div>
        )}
      </div>
      <ChangedTint id={course._id} />
    </article>
  );
};
