import {
  Activity,
  ArrowRight,
  BookPlus,
  ListChecks,
  type LucideIcon,
  Megaphone,
  UsersRound,
} from 'lucide-react';
import { Link } from 'react-router-dom';
import { may, type Permission } from '#contract/policies.ts';
import type { UserType } from '#contract/users.ts';
import { paths } from '../../../client/paths.ts';
import { ProfileSection } from '../section.tsx';

type Duty = { to: string; name: string; sentence: string; needs: Permission; icon: LucideIcon };

const duties: readonly Duty[] = [
  {
    ...{ to: paths.marking, name: 'Mark Quizzes', needs: 'quiz.mark', icon: ListChecks },
    sentence: 'Written answers that wait for marks; students see them at once.',
  },
  {
    ...{ to: paths.announcement, name: 'Post an Announcement', needs: 'announcement.post', icon: Megaphone },
    sentence: 'To everybody, or to those who are enrolled in one course.',
  },
  {
    ...{ to: paths.dashboard, name: 'Live Dashboard', needs: 'dashboard.read', icon: Activity },
    sentence: 'Who is here, what happens at this moment, and how the product stands.',
  },
  {
    ...{ to: paths.users, name: 'Users', needs: 'user.list', icon: UsersRound },
    sentence: 'Roles, the wishes of those who want another one, and removals.',
  },
  {
    ...{ to: paths.addCourse, name: 'Add Course', needs: 'course.add', icon: BookPlus },
    sentence: 'A new course for the catalogue; it appears for everybody as soon as it is saved.',
  },
];

/** What somebody of this role looks after here, and the way to it. */
export const Duties = ({ userType }: { userType: UserType }) => (
  <ProfileSection title="What you look after">
    <ul className="grid gap-4 sm:grid-cols-2">
      {duties
        .filter(({ needs }) => may(userType, needs))
        .map(({ to, name, sentence, icon: Icon }) => (
          <li key={to} className="grid">
            <Link
              to={to}
              className="group flex gap-4 rounded-card border border-hairline bg-surface p-5 shadow-card transition-transform hover:-translate-y-0.5"
            >
              <span className="grid size-11 shrink-0 place-items-center rounded-full bg-brand-soft text-brand">
                <Icon className="size-5" aria-hidden="true" />
              </span>
              <span className="min-w-0">
                <span className="flex items-center gap-2 font-semibold">
                  {name}
                  <ArrowRight
                    className="size-4 text-brand opacity-0 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100"
                    aria-hidden="true"
                  />
                </span>
                <span className="mt-1 block text-sm text-muted">{sentence}</span>
              </span>
            </Link>
          </li>
        ))}
    </ul>
  </ProfileSection>
);
