import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import type { Course } from '#contract/schemas/courses.ts';
import { ApiError } from '../../client/api/api-error.ts';
import { QueryError } from '../../client/api/query-view.tsx';
import { paths } from '../../client/paths.ts';
import { Forbidden } from '../../client/session/forbidden.tsx';
import { userAtom } from '../../client/session/session.ts';
import { canEditVideos } from '../../domains/courses/can-edit-videos.ts';
import { CourseMissing } from '../../domains/courses/components/course-missing.tsx';
import { courseQuery } from '../../domains/courses/course-queries.ts';
import { useIsCourseRemoved } from '../../domains/courses/use-is-course-removed.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PageSkeleton } from '../../ui/page-skeleton.tsx';
import { Skeletons } from '../../ui/skeleton.tsx';
import { VideosForm } from './videos-form.tsx';

const SourceType = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="font-medium">{name}</dt>
    <dd className="mt-1 text-sm text-muted wrap-anywhere">{children}</dd>
  </div>
);

const SupportedVideos = ({ code }: { code: string }) => (
  <aside
    aria-labelledby="what-can-be-played"
    className="rounded-card border border-hairline bg-surface p-5 shadow-card lg:sticky lg:top-24"
  >
    <h2 id="what-can-be-played" className="font-serif text-xl font-semibold">
      Supported videos
    </h2>
    <dl className="mt-4 space-y-4">
      <SourceType name="Video file">A public link to a WebM or MP4 file, https://…</SourceType>
      <SourceType name="YouTube">
        A link to a video. It plays without cookies, and only after the student presses play.
      </SourceType>
      <SourceType name="Standard clips">
        Leave all fields empty to use the clips for {code}, which have captions.
      </SourceType>
    </dl>
    <p className="mt-5 border-t border-hairline pt-4 text-sm text-muted">
      Students see new videos at once and keep their progress.
    </p>
  </aside>
);

const Editor = ({ course }: { course: Course }) => {
  const isRemoved = useIsCourseRemoved(course._id);
  return (
    <Page>
      <BackLink to={paths.courseDetails(course._id)}>{course.course_name}</BackLink>
      <PageHeading
        title="Edit videos"
        subtitle="Add five videos, or use the standard clips."
        documentTitle={`Videos of ${course.course_name}`}
      />
      {isRemoved && (
        <p role="status" className="mt-6 font-medium text-bad">
          This course was removed from the catalogue. Its videos can’t be saved unless it is restored.
        </p>
      )}
      <div className="mt-8 grid items-start gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <VideosForm key={course._id} course={course} />
        <SupportedVideos code={course.course_code} />
      </div>
    </Page>
  );
};

/** The page that edits the videos of a course, for Admins and the course's teacher. */
export default function CourseVideosPage() {
  const { id = '' } = useParams();
  const query = useQuery(courseQuery(id));
  const { data, error } = query;
  const user = useAtomValue(userAtom);
  if (data)
    return canEditVideos(user, data) ? (
      <Editor course={data} />
    ) : (
      <Forbidden reason="Only Admins and the teacher of this course can edit its videos." />
    );
  if (!error)
    return (
      <PageSkeleton label="Loading the course">
        <div className="max-w-3xl space-y-5">
          <Skeletons count={5} className="h-20" />
        </div>
      </PageSkeleton>
    );
  return (
    <Page>
      <PageHeading title="Edit videos" className="mb-8" />
      {error instanceof ApiError && (error.status === 404 || error.status === 400) ? (
        <CourseMissing />
      ) : (
        <QueryError title="The course could not be loaded" query={query} />
      )}
    </Page>
  );
}
