import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { liveEvents } from '../../client/live/live-events.ts';
import { paths } from '../../client/paths.ts';
import { formatScore } from '../../domains/quizzes/quiz-format.ts';
import { toast } from '../../ui/toast.ts';

/** On every page, tells a student when the marks of a written quiz are published or changed. */
export const QuizNotices = () => {
  const navigate = useNavigate();
  useEffect(
    () =>
      liveEvents.updates.on((update) => {
        if (update.kind !== 'quiz-marked') return;
        const { courseName } = update.data;
        toast.success(
          `Marks of your written quiz in ${courseName}: ${formatScore(update.data) ?? 'published'}`,
          {
            action: { label: 'Show', onClick: () => void navigate(`${paths.myProfile}#quiz-results`) },
          },
        );
      }),
    [navigate],
  );
  return null;
};
