import { useMemo } from 'react';
import type { EnrolledCourse } from '#contract/schemas/enrolments.ts';
import { CoursePicture } from '../../domains/courses/components/course-picture.tsx';
import { StartButton } from '../../domains/enrolments/components/start-button.tsx';
import { resolveVideos } from '../../domains/videos/videos.ts';
import { Outline } from './modules/outline.tsx';

/** The page of a course that was not started. */
export const NotStarted = ({ enrolment, hasLeft }: { enrolment: EnrolledCourse; hasLeft: boolean }) => {
  const videos = useMemo(() => resolveVideos(enrolment), [enrolment]);
  return (
    <div className="mt-6 grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_21rem]">
      <div className="min-w-0 overflow-hidden rounded-card border border-hairline bg-surface shadow-card">
        <CoursePicture course={enrolment} eager />
        <div className="flex flex-col items-start gap-4 p-5 sm:p-6">
          <h2 className="font-serif text-xl font-semibold sm:text-2xl">Please start the course first</h2>
          <p className="max-w-prose text-muted">Start to unlock lessons, notes and quizzes.</p>
          {!hasLeft && <StartButton enrolment={enrolment} />}
        </div>
      </div>
      <aside aria-label="Modules">
        <Outline enrolment={enrolment} videos={videos} current={null} />
      </aside>
    </div>
  );
};
