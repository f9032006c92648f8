import { UsersRound } from 'lucide-react';
import { useLearnerCount } from '../../client/live/presence.ts';

/**
 * How many people are learning the course now, including the user; nothing if they are alone. Not announced by screen readers, because
 * it changes all the time.
 * @param courseId null while the course is not being learned.
 */
export const LearnerCount = ({ courseId }: { courseId: string | null }) => {
  const learners = useLearnerCount(courseId);
  if (learners === null || learners < 2) return null;
  return (
    <p className="inline-flex min-h-8 items-center gap-2 text-sm leading-4 text-muted tabular-nums max-[23.5rem]:text-xs">
      <UsersRound className="size-4 shrink-0 text-good" />
      {learners.toLocaleString('en')} people are learning this course now
    </p>
  );
};
