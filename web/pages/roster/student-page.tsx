import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import { modulesPerCourse } from '#contract/schemas/enrolments.ts';
import type { RosterAttempt, StudentInCourse } from '#contract/schemas/roster.ts';
import { ApiError } from '../../client/api/api-error.ts';
import { QueryError } from '../../client/api/query-view.tsx';
import { paths } from '../../client/paths.ts';
import { formatDateTime, quizKindNames } from '../../domains/quizzes/quiz-format.ts';
import { useRosterSubscription, useStudentInCourse } from '../../domains/roster/roster-queries.ts';
import { UserAvatar } from '../../domains/users/user-avatar.tsx';
import { BackLink } from '../../ui/back-link.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmailAddress } from '../../ui/email-address.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { Cell, HeadCell, Table } from '../../ui/table.tsx';
import { formatDaysAgo, formatQuizzes } from './roster-format.ts';
import { isRosterUnavailable, RosterUnavailable } from './roster-unavailable.tsx';

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="mt-0.5 font-medium tabular-nums">{children}</dd>
  </div>
);

const Facts = ({ student }: Pick<StudentInCourse, 'student'>) => (
  <dl className="mt-8 grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-4">
    <Fact name="Last activity">
      {formatDateTime(student.lastActivityAt)}
      <span className="block text-sm font-normal text-muted">
        {formatDaysAgo(student.lastActivityAt, Date.now())}
      </span>
    </Fact>
    <Fact name="Enrolled">{formatDateTime(student.enrolledAt)}</Fact>
    <Fact name="Started">{student.startedAt === null ? 'Not yet' : formatDateTime(student.startedAt)}</Fact>
    <Fact name="Certificate">
      {student.certifiedAt === null ? 'Not collected' : formatDateTime(student.certifiedAt)}
    </Fact>
  </dl>
);

const Modules = ({ student, modules }: StudentInCourse) => (
  <section aria-labelledby="modules-of-student">
    <h2 id="modules-of-student" className="font-serif text-2xl font-semibold">
      Modules
    </h2>
    <p className="mt-1 text-muted tabular-nums">
      {student.completedModules} of {modulesPerCourse} completed
    </p>
    <ol className="mt-4 divide-y divide-hairline rounded-card border border-hairline bg-surface">
      {modules.map((completedAt, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a module has no key other than its number
        <li key={index} className="flex min-h-12 flex-wrap items-center gap-x-4 px-4 py-2.5">
          <span className="flex-1 font-medium">Module {index + 1}</span>
          {completedAt === null ? (
            <span className="text-sm text-muted">Not completed</span>
          ) : (
            <span className="flex items-center gap-1.5 text-sm text-good tabular-nums">
              <Check aria-hidden="true" className="size-4" />
              {formatDateTime(completedAt)}
            </span>
          )}
        </li>
      ))}
    </ol>
  </section>
);

const formatResult = ({ status, score, outOf, kind, late, markable, marked }: RosterAttempt): string => {
  if (status === 'running') return 'In progress';
  if (markable && !marked) return 'Awaiting marks';
  if (score === null) return late ? 'Not submitted in time' : 'No answers';
  return `${score} out of ${outOf}${kind === 'written' ? ' marks' : ''}`;
};

const Attempts = ({ attempts }: Pick<StudentInCourse, 'attempts'>) =>
  attempts.length === 0 ? (
    <p className="mt-4 text-muted">No quizzes yet.</p>
  ) : (
    <div className="mt-4">
      <Table caption="Quizzes">
        <thead>
          <tr>
            {['Quiz', 'Started', 'Result', 'Marks'].map((heading) => (
              <HeadCell key={heading}>{heading}</HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {attempts.map((attempt) => (
            <tr key={attempt._id} className="last:*:border-b-0">
              <Cell>{quizKindNames[attempt.kind]}</Cell>
              <Cell className="tabular-nums">{formatDateTime(attempt.startedAt)}</Cell>
              <Cell className="tabular-nums">{formatResult(attempt)}</Cell>
              <Cell>
                {attempt.markable && (
                  <Link
                    to={paths.markQuiz(attempt._id)}
                    className="inline-flex min-h-6 items-center font-medium text-brand underline underline-offset-2"
                  >
                    {attempt.marked ? 'Change marks' : 'Give marks'}
                    <span className="sr-only"> for the quiz of {formatDateTime(attempt.startedAt)}</span>
                  </Link>
                )}
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );

const Student = ({ data }: { data: StudentInCourse }) => (
  <>
    <div className="flex items-center gap-5">
      <UserAvatar name={data.student.name} url={data.student.imageUrl} className="size-16 shrink-0" />
      <PageHeading
        title={data.student.name}
        subtitle={
          <>
            <span className="block">
              <EmailAddress address={data.student.email} />
            </span>
            <span className="block">{data.course.course_name}</span>
          </>
        }
        documentTitle={`${data.student.name} in ${data.course.course_name}`}
        className="min-w-0 wrap-anywhere"
      />
    </div>
    <Facts student={data.student} />
    <div className="mt-10 grid items-start gap-10 lg:grid-cols-2">
      <Modules {...data} />
      <section aria-labelledby="quizzes-of-student" className="min-w-0">
        <h2 id="quizzes-of-student" className="font-serif text-2xl font-semibold">
          Quizzes
        </h2>
        <p className="mt-1 text-muted tabular-nums">{formatQuizzes(data.student.quizzes)}</p>
        <Attempts attempts={data.attempts} />
      </section>
    </div>
  </>
);

/** The progress and results of one student in a course, for the course's teacher and Admins. */
export default function StudentPage() {
  const { id = '', studentId = '' } = useParams();
  const query = useStudentInCourse(id, studentId);
  useRosterSubscription(id);
  const { data, error } = query;
  const isMissing = error instanceof ApiError && error.status === 404;
  if (isRosterUnavailable(error) && !isMissing) return <RosterUnavailable error={error} />;
  const renderContent = () => {
    if (data && !isMissing) return <Student data={data} />;
    if (error)
      return (
        <>
          <PageHeading title="Student" className="mb-8" />
          {isMissing ? (
            <EmptyState
              sentence={error.message}
              action={<ButtonLink to={paths.courseStudents(id)}>Show all students</ButtonLink>}
            />
          ) : (
            <QueryError title="The student could not be loaded" query={query} />
          )}
        </>
      );
    return (
      <Loading label="Loading the student">
        <Card className="p-5">
          <Skeleton className="h-40" />
        </Card>
      </Loading>
    );
  };
  return (
    <Page>
      <BackLink to={paths.courseStudents(id)}>Students</BackLink>
      {renderContent()}
    </Page>
  );
}
