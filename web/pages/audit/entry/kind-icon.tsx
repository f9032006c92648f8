import {
  BookOpen,
  Eye,
  GraduationCap,
  ListChecks,
  type LucideIcon,
  Megaphone,
  Star,
  StickyNote,
  UserRound,
} from 'lucide-react';
import { classNames } from '../../../ui/class-names.ts';

const icons: Record<string, LucideIcon> = {
  admins: UserRound,
  announcement: Megaphone,
  course: BookOpen,
  note: StickyNote,
  quiz: ListChecks,
  reading: Eye,
  review: Star,
  user: UserRound,
};

const getTone = (type: string): string => {
  if (/(Removed|Withdrawn|Left|Declined|Dismissed)$/.test(type)) return 'bg-bad-ground text-bad';
  if (/(Added|Restored|Registered|Posted|Appointed)$/.test(type)) return 'bg-good-ground text-good';
  return 'bg-info-ground text-info';
};

/** An icon for the kind of record, coloured by whether something was added or removed. Decorative. */
export const KindIcon = ({ type, record }: { type: string; record: string }) => {
  const Icon = icons[record.split('-')[0] ?? ''] ?? GraduationCap;
  return (
    <span
      aria-hidden="true"
      className={classNames('grid size-9 shrink-0 place-items-center rounded-full', getTone(type))}
    >
      <Icon className="size-4.5" />
    </span>
  );
};
