import type { PastCourse } from '#contract/schemas/courses.ts';

/** The addresses of the past videos, not the videos themselves: their content may have changed since. */
export const PastVideos = ({ course: { videos, course_code } }: { course: PastCourse }) => (
  <section aria-labelledby="videos-then" className="mt-10">
    <h2 id="videos-then" className="font-serif text-2xl font-semibold">
      Videos
    </h2>
    {videos === null ? (
      <p className="mt-4 text-muted">The standard clips for {course_code}.</p>
    ) : (
      <ol className="mt-4 list-decimal space-y-1.5 pl-6 marker:text-muted">
        {videos.map((address, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: modules have no other key, and an address may occur twice
          <li key={index} className="wrap-anywhere">
            {address}
          </li>
        ))}
      </ol>
    )}
  </section>
);
