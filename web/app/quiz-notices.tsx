import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { listenLive } from '../client/live/listeners.ts';
import { paths } from '../client/paths.ts';
import { scoreInWords } from '../domains/quizzes/words.ts';
import { toast } from '../ui/toast.ts';

/** Tells a student, whatever page they are on, that marks of a written quiz were published (or changed). */
export const QuizNotices = () => {
  const navigate = useNavigate();
  useEffect(
    () =>
      listenLive((message) => {
        if (message.kind !== 'quiz-marked') return;
        const { courseName } = message.data;
        toast.success(
          `Marks of your written quiz in ${courseName}: ${scoreInWords(message.data) ?? 'published'}`,
          {
            action: { label: 'Show', onClick: () => void navigate(`${paths.myProfile}#quiz-results`) },
          },
        );
      }),
    [navigate],
  );
  return null;
};
