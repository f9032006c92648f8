import type { PastCourse } from '#contract/courses.ts';

/** Which videos the course had then: addresses, since what stood at them then nobody knows. */
export const PastVideos = ({ course: { videos, course_code } }: { course: PastCourse }) => (
  <section aria-labelledby="videos-then" className="mt-10">
    <h2 id="videos-then" className="font-serif text-2xl font-semibold">
      Videos
    </h2>
    {videos === null ? (
      <p className="mt-4 text-muted">The lesson clips of {course_code}; it had no videos of its own.</p>
    ) : (
      <ol className="mt-4 list-decimal space-y-1.5 pl-6 marker:text-muted">
        {videos.map((address, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the modules have no other name, and an address may come twice
          <li key={index} className="wrap-anywhere">
            {address}
          </li>
        ))}
      </ol>
    )}
  </section>
);
