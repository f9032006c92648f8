import type { Course } from '#contract/schemas/courses.ts';
import { formatClockTime, formatSpokenTime } from '../../../domains/videos/video-time.ts';
import { findModuleTitle, resolveVideos, sumSeconds } from '../../../domains/videos/videos.ts';

const Length = ({ seconds }: { seconds: number }) => (
  <span className="shrink-0 text-sm text-muted tabular-nums">
    <span aria-hidden="true">{formatClockTime(seconds)}</span>
    <span className="sr-only">{formatSpokenTime(seconds)}</span>
  </span>
);

/** The modules of a course with their titles and known lengths, for everybody. The videos are for enrolled students. */
export const Syllabus = ({ course }: { course: Course }) => {
  const videos = resolveVideos(course);
  const total = sumSeconds(videos);
  return (
    <section aria-labelledby="syllabus" className="mt-10">
      <h2 id="syllabus" className="font-serif text-2xl font-semibold">
        Syllabus
      </h2>
      <p className="mt-2 text-muted">
        Five modules, each with a video
        {total !== null && `. ${formatSpokenTime(total)} in total`}.
      </p>
      <ol className="mt-4 max-w-prose divide-y divide-hairline rounded-card border border-hairline bg-surface">
        {videos.map(({ title, seconds }, index) => {
          const module = index + 1;
          return (
            <li key={module} className="flex min-h-12 items-center gap-4 px-4 py-2.5">
              <span
                aria-hidden="true"
                className="grid size-8 shrink-0 place-items-center rounded-full border border-control text-sm font-semibold text-muted tabular-nums"
              >
                {module}
              </span>
              <span className="min-w-0 flex-1 font-medium wrap-anywhere">
                {findModuleTitle(module, title) !== null && (
                  <span className="sr-only">Module {module}: </span>
                )}
                {title}
              </span>
              {seconds !== null && <Length seconds={seconds} />}
            </li>
          );
        })}
      </ol>
    </section>
  );
};
