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
import { isPermitted, type Permission } from '#contract/policies.ts';
import type { UserType } from '#contract/schemas/users.ts';
import { paths } from '../../../client/paths.ts';
import { ProfileSection } from '../profile-section.tsx';

type Tool = { to: string; name: string; sentence: string; needs: Permission; icon: LucideIcon };

const tools: readonly Tool[] = [
  {
    to: paths.marking,
    name: 'Mark Quizzes',
    needs: 'quiz.mark',
    icon: ListChecks,
    sentence: 'Mark written answers; students see the marks at once.',
  },
  {
    to: paths.announcement,
    name: 'Post an Announcement',
    needs: 'announcement.post',
    icon: Megaphone,
    sentence: 'Write to everybody, or to the students of one course.',
  },
  {
    to: paths.dashboard,
    name: 'Live Dashboard',
    needs: 'dashboard.read',
    icon: Activity,
    sentence: 'People online, recent activity, system status.',
  },
  {
    to: paths.users,
    name: 'Users',
    needs: 'user.list',
    icon: UsersRound,
    sentence: 'Roles, role requests, removals.',
  },
  {
    to: paths.addCourse,
    name: 'Add Course',
    needs: 'course.add',
    icon: BookPlus,
    sentence: 'Add a course to the catalogue.',
  },
];

export const StaffTools = ({ userType }: { userType: UserType }) => (
  <ProfileSection title="Your tools">
    <ul className="grid gap-4 sm:grid-cols-2">
      {tools
        .filter(({ needs }) => isPermitted(userType, needs))
        .map(({ to, name, sentence, icon: Icon }) => (
          <li key={to} className="grid">
            <Link
              to={to}
              className="group flex gap-4 rounded-card border border-hairline bg-surface p-5 shadow-card transition-transform hover:-translate-y-0.5"
            >
              <span className="grid size-11 shrink-0 place-items-center rounded-full bg-brand-soft text-brand">
                <Icon className="size-5" />
              </span>
              <span className="min-w-0">
                <span className="flex items-center gap-2 font-semibold">
                  {name}
                  <ArrowRight className="size-4 text-brand opacity-0 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100" />
                </span>
                <span className="mt-1 block text-sm text-muted">{sentence}</span>
              </span>
            </Link>
          </li>
        ))}
    </ul>
  </ProfileSection>
);
