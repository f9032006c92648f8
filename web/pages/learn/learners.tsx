import { UsersRound } from 'lucide-react';
import { useLearners } from '../../client/live/presence.ts';

/**
 * How many learn the course now, the reader among them; nothing for one who is alone. It is not announced: people come
 * and go all the time.
 * @param courseId null where the page is open and nothing is learnt.
 */
export const Learners = ({ courseId }: { courseId: string | null }) => {
  const learners = useLearners(courseId);
  if (learners === null || learners < 2) return null;
  return (
    <p className="inline-flex min-h-8 items-center gap-2 text-sm leading-4 text-muted tabular-nums max-[23.5rem]:text-xs">
      <UsersRound className="size-4 shrink-0 text-good" aria-hidden="true" />
      {learners.toLocaleString('en')} are learning this course now
    </p>
  );
};
