import { Award, Hourglass } from 'lucide-react';
import { Link } from 'react-router-dom';
import { modulesPerCourse } from '#contract/schemas/enrolments.ts';
import type { RosterStudent } from '#contract/schemas/roster.ts';
import { paths } from '../../client/paths.ts';
import { formatDateTime } from '../../domains/quizzes/quiz-format.ts';
import { UserAvatar } from '../../domains/users/user-avatar.tsx';
import { Chip } from '../../ui/chip.tsx';
import { EmailAddress } from '../../ui/email-address.tsx';
import { formatDaysAgo, formatQuizzes } from './roster-format.ts';

/** The picture, name and e-mail address of a student. The name links to their page. */
export const StudentName = ({ student, courseId }: { student: RosterStudent; courseId: string }) => (
  <span className="flex min-w-0 items-center gap-3">
    <UserAvatar name={student.name} url={student.imageUrl} className="size-10 shrink-0" />
    <span className="min-w-0">
      <Link
        to={paths.studentInCourse(courseId, student._id)}
        className="font-medium underline-offset-4 wrap-anywhere hover:underline"
      >
        {student.name}
      </Link>
      <span className="block text-muted">
        <EmailAddress address={student.email} />
      </span>
    </span>
  </span>
);

/** Completed modules as a bar and a text, and the certificate. */
export const Progress = ({ student }: { student: RosterStudent }) => (
  <span className="block min-w-32">
    <span
      aria-hidden="true"
      className="mb-1.5 block h-1.5 overflow-hidden rounded-full border border-hairline bg-sunken"
    >
      <span
        className="block h-full bg-brand"
        style={{ width: `${(student.completedModules / modulesPerCourse) * 100}%` }}
      />
    </span>
    <span className="flex flex-wrap items-center gap-2 tabular-nums">
      {student.startedAt === null
        ? 'Not started'
        : `${student.completedModules} of ${modulesPerCourse} modules`}
      {student.certifiedAt !== null && (
        <Chip tone="good" icon={Award}>
          Certificate
        </Chip>
      )}
    </span>
  </span>
);

export const QuizSummary = ({ quizzes }: Pick<RosterStudent, 'quizzes'>) => (
  <span className="flex flex-wrap items-center gap-2 tabular-nums">
    {formatQuizzes(quizzes)}
    {quizzes.waiting > 0 && (
      <Chip tone="warning" icon={Hourglass}>
        {quizzes.waiting} awaiting marks
      </Chip>
    )}
  </span>
);

export const LastActivity = ({ time }: { time: string }) => (
  <span className="tabular-nums">
    {formatDateTime(time)}
    <span className="block text-muted">{formatDaysAgo(time, Date.now())}</span>
  </span>
);
