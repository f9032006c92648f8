import type { QuizAttempt } from '#contract/schemas/quizzes.ts';
import { showMessage } from '../../../ui/popup.ts';

/** Shows the popup at the end of a quiz. The specification quotes its text, including the spelling mistake. */
export const showResultPopup = ({ kind, score, outOf }: QuizAttempt, displayName: string): Promise<void> =>
  showMessage({
    tone: kind === 'mcq' ? 'success' : 'information',
    title: `Congratulaltions ${displayName} Quiz Completed!`,
    text:
      kind === 'mcq'
        ? `You scored ${score ?? 0} out of ${outOf}.`
        : 'Marks will be published later for the written quiz.',
  });
