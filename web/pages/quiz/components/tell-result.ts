import type { QuizAttempt } from '#contract/quizzes.ts';
import { tell } from '../../../ui/popup.ts';

/** The popup at the end of a quiz; its words are the contract's, odd spelling included. */
export const tellResult = ({ kind, score, outOf }: QuizAttempt, displayName: string): Promise<void> =>
  tell({
    tone: kind === 'mcq' ? 'success' : 'information',
    title: `Congratulaltions ${displayName} Quiz Completed!`,
    text:
      kind === 'mcq'
        ? `You scored ${score ?? 0} out of ${outOf}.`
        : 'Marks will be published later for the written quiz.',
  });
