import { useAtomValue } from 'jotai';
import type { PastCourse } from '#contract/courses.ts';
import { may } from '#contract/policies.ts';
import { ApiError } from '../../../client/api/api-error.ts';
import { momentInWords } from '../../../domains/courses/moment-words.ts';
import { usePastCourse } from '../../../domains/courses/past.ts';
import { studentsInWords } from '../../../domains/courses/words.ts';
import { paths } from '../../../client/paths.ts';
import { meanInWords, reviewsInWords } from '../../../domains/reviews/words.ts';
import { sessionAtom } from '../../../client/session/session.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../client/api/error-state.tsx';
import { Forbidden } from '../../../client/session/forbidden.tsx';
import { Page } from '../../../ui/page.tsx';
import { PageHeading, usePageTitle } from '../../../ui/page-heading.tsx';
import { CourseArticle } from '../components/course-article.tsx';
import { CourseFacts, Fact } from '../components/course-facts.tsx';
import { DetailsSkeleton } from '../components/details-skeleton.tsx';
import { PastBanner } from './past-banner.tsx';
import { PastVideos } from './past-videos.tsx';

const Fared = ({ asOf: { enrolled, rating, reviews } }: PastCourse) => (
  <>
    <Fact name="Enrolled then">{studentsInWords(enrolled)}</Fact>
    <Fact name="Rating then">
      {rating === null ? 'No reviews yet' : `${meanInWords(rating)} of 10, ${reviewsInWords(reviews)}`}
    </Fact>
  </>
);

const Past = ({ course, isOld }: { course: PastCourse; isOld: boolean }) => {
  usePageTitle(`${course.course_name}, version ${course.asOf.version}`);
  return (
    <>
      <PastBanner course={course} />
      <Page
        className={classNames(
          'grid items-start gap-10 transition-opacity lg:grid-cols-[1fr_20rem] lg:gap-14',
          isOld && 'opacity-60',
        )}
      >
        <CourseArticle course={course}>
          <PastVideos course={course} />
        </CourseArticle>
        <CourseFacts course={course} more={<Fared {...course} />}>
          <p className="text-sm text-muted">
            Enrolments and rating are as of {momentInWords(course.asOf.countedAt)}, without those who have
            been removed from the school since. Single reviews are shown on the page of today.
          </p>
        </CourseFacts>
      </Page>
    </>
  );
};

const NotThen = ({ id, moment, sentence }: { id: string; moment: string; sentence: string }) => (
  <Page>
    <PageHeading title="Not at that moment" className="mb-8" />
    <EmptyState
      sentence={sentence}
      detail={
        /^\d+$/.test(moment)
          ? 'Its history says when it was added.'
          : 'A moment is a position of the log, or a time such as 2026-11-21T08:00:00Z.'
      }
      action={
        <>
          <ButtonLink to={paths.audit({ record: `course-${id}` })}>History of the course</ButtonLink>
          <ButtonLink to={paths.courseDetails(id)} look="second">
            The course today
          </ButtonLink>
        </>
      }
    />
  </Page>
);

const Asked = ({ id, moment }: { id: string; moment: string }) => {
  const { data, error, isError, isFetching, isPlaceholderData, refetch } = usePastCourse(id, moment);
  if (data) return <Past course={data} isOld={isPlaceholderData} />;
  if (error instanceof ApiError && (error.status === 404 || error.status === 400))
    return <NotThen id={id} moment={moment} sentence={error.message} />;
  if (isError)
    return (
      <Page>
        <h1 tabIndex={-1} className="sr-only">
          The course as it was
        </h1>
        <ErrorState
          title="The course as it was could not be loaded"
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      </Page>
    );
  return <DetailsSkeleton />;
};

/** A course as it was at a moment, for those who read the history. Nothing here changes anything, and nothing changes it. */
export const PastCoursePage = ({ id, moment }: { id: string; moment: string }) => {
  const session = useAtomValue(sessionAtom);
  const isAsking =
    session.status === 'loading' || (session.status === 'signed-in' && session.role === 'asking');
  if (isAsking) return <DetailsSkeleton />;
  const role = session.status === 'signed-in' ? (session.user?.userType ?? null) : null;
  if (!may(role, 'audit.read'))
    return <Forbidden who="A course as it was is part of the history, which is for Admins." />;
  return <Asked id={id} moment={moment} />;
};
